import { join } from 'node:path';
import { ProbeCommand, type ProbeResult } from '@aws-sdk/client-mediaconvert';
import { describe, expect, it } from 'vitest';
import { ffmpeg, H264, HEVC, useMedia, VP9 } from '#test/support/media/transcoder-media.ts';
import { BUCKET, useTranscoderStage } from '#test/support/stand-ins/transcoder-stage.ts';

const stage = useTranscoderStage();
const media = useMedia();

async function probe(FileUrl: string): Promise<ProbeResult | undefined> {
  const { ProbeResults } = await stage.mediaConvert.send(new ProbeCommand({ InputFiles: [{ FileUrl }] }));
  return ProbeResults?.[0];
}

describe('Probe', () => {
  it('reports container, tracks and file of an MP4', async () => {
    const result = await probe(await stage.putFile(await media('a.mp4', { rate: 25, codecs: H264 })));
    expect(result).toMatchObject({
      Container: {
        Format: 'mp4',
        Duration: expect.closeTo(2.5, 1),
        BitRate: expect.any(Number),
        Tracks: [
          {
            Index: 1,
            TrackType: 'video',
            Codec: 'AVC',
            Duration: expect.closeTo(2.5, 1),
            VideoProperties: { Width: 320, Height: 240, FrameRate: { Numerator: 25, Denominator: 1 } },
          },
          {
            Index: 2,
            TrackType: 'audio',
            Codec: 'AAC',
            AudioProperties: { Channels: 1, SampleRate: 48_000 },
          },
        ],
      },
      Metadata: {
        ETag: expect.stringMatching(/^"\w+"$/),
        FileSize: expect.any(Number),
        LastModified: expect.any(Date),
      },
      TrackMappings: [{ VideoTrackIndexes: [1], AudioTrackIndexes: [2], DataTrackIndexes: [] }],
    });
    expect(result?.Container?.Tracks?.[0]?.VideoProperties).not.toHaveProperty('Rotation');
  });

  it.each([
    ['b.mov', HEVC, 'quicktime', ['HEVC', 'AAC']],
    ['c.webm', VP9, 'webm', ['VP9', 'OPUS']],
    ['d.mkv', H264, 'matroska', ['AVC', 'AAC']],
    ['e.ts', H264, 'mpegts', ['AVC', 'AAC']],
  ])('reports format and codecs of %s', async (name, codecs, format, expected) => {
    const result = await probe(await stage.putFile(await media(name, { seconds: 1, codecs })));
    expect(result?.Container?.Format).toBe(format);
    expect(result?.Container?.Tracks?.map(({ Codec }) => Codec)).toEqual(expected);
  });

  it('reports clockwise rotation and non-square pixels', async () => {
    const wide = await media('wide.mp4', { seconds: 1, codecs: [...H264, '-vf', 'setsar=4/3'] });
    const turned = join(wide, '../turned.mp4');
    // A quarter turn to the left, so three to the right undo it; `-metadata rotate` counts to the left here.
    await ffmpeg('-i', wide, '-c', 'copy', '-metadata:s:v', 'rotate=90', turned);
    const result = await probe(await stage.putFile(turned));
    expect(result?.Container?.Tracks?.[0]?.VideoProperties).toMatchObject({
      Rotation: 270,
      SampleAspectRatio: { Numerator: 4, Denominator: 3 },
    });
  });

  it('finds no file under an unknown key', async () => {
    await expect(probe(`s3://${BUCKET}/in/none.mp4`)).rejects.toMatchObject({
      name: 'NotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
    await expect(probe('https://a.example/film.mp4')).rejects.toMatchObject({ name: 'BadRequestException' });
  });
});
