import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  ffmpeg,
  ffprobe,
  H264,
  HEVC,
  likenessDb,
  pictureTimesS,
  segmentsOf,
  useMedia,
  VP9,
} from '#test/support/media/transcoder-media.ts';
import { BUCKET, useTranscoderStage, videoJob } from '#test/support/stand-ins/transcoder-stage.ts';

const stage = useTranscoderStage();
const media = useMedia();

interface Made {
  readonly durationS: number;
  readonly sizes: readonly string[];
  readonly directory: string;
  readonly names: readonly string[];
}

/** Transcodes a file; each rendition must have the duration of the source and the same segment boundaries. */
async function make(path: string): Promise<Made> {
  const { job, folder } = await stage.makeVideo(path);
  expect(job).toMatchObject({ Status: 'COMPLETE', JobPercentComplete: 100 });
  const directory = await stage.download(folder);
  const names = (await stage.files(folder)).filter((name) => /^video_.*m3u8$/.test(name));
  const sizes: string[] = [];
  const cuts = new Set<string>();
  const durations: number[] = [];
  for (const name of names) {
    const { durationS, video } = await ffprobe(join(directory, name));
    durations.push(durationS);
    sizes.push(`${video?.width}x${video?.height}`);
    cuts.add(
      segmentsOf(await stage.text(folder + name))
        .map(({ seconds }) => seconds.toFixed(1))
        .join(' '),
    );
  }
  expect(Math.max(...durations) - Math.min(...durations)).toBeLessThan(0.1);
  expect(cuts.size, 'the renditions are cut at the same times').toBe(1);
  return { durationS: durations[0] ?? 0, sizes, directory, names };
}

/** Returns the transfer function in a file's metadata. */
async function transferOf(path: string): Promise<string> {
  const show = ['-select_streams', 'v', '-show_entries', 'stream=color_transfer', '-of', 'csv=p=0'];
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', ...show, path]);
  return /[\w-]+/.exec(stdout)?.[0] ?? 'none';
}

describe('a video becomes HLS of the same length and no larger size', () => {
  it('MP4, H.264 and AAC', async () => {
    const path = await media('phone.mp4', { size: '1280x720', seconds: 2.5, codecs: H264 });
    const { durationS, sizes, directory } = await make(path);
    expect(durationS).toBeCloseTo(2.5, 1);
    expect(sizes.toSorted()).toEqual(['1280x720', '640x360', '854x480']);
    expect(await ffprobe(join(directory, 'video_720p.m3u8'))).toMatchObject({
      video: { codec: 'h264', rate: '30/1' },
      audio: { codec: 'aac', sampleRate: '48000', channels: 2 },
    });
    const keyframes = (name: string): Promise<number[]> => pictureTimesS(join(directory, name), 'keyframes');
    const times = await keyframes('video_720p.m3u8');
    expect(times.map((time) => time - times[0]!)).toEqual([0, expect.closeTo(2, 3)]);
    expect(await keyframes('video_360p.m3u8')).toEqual(times);
  });

  it('WebM, VP9 and Opus', async () => {
    const path = await media('screen.webm', { size: '640x480', codecs: VP9 });
    const { durationS, sizes } = await make(path);
    expect(durationS).toBeCloseTo(2.5, 1);
    expect(sizes.toSorted()).toEqual(['480x360', '640x480']);
  });

  it('MOV, HEVC', async () => {
    const path = await media('camera.mov', { size: '640x360', codecs: [...HEVC, '-tag:v', 'hvc1'] });
    expect(await make(path)).toMatchObject({ sizes: ['640x360'] });
  });

  it.each(['smpte2084', 'arib-std-b67'])(
    'from HDR (%s), in BT.709 with the same colours',
    async (transfer) => {
      const shape = { size: '640x360', seconds: 1 };
      const standard = await media('sdr.mp4', { ...shape, codecs: H264 });
      const path = join(standard, `../${transfer}.mp4`);
      const linear = 'setparams=color_primaries=bt709:color_trc=bt709:colorspace=gbr,zscale=t=linear:npl=203';
      const hdr = `zscale=p=bt2020:t=${transfer}:m=bt2020nc:npl=203,format=yuv420p10le`;
      const tags = `log-level=none:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
      const codecs = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', tags, '-c:a', 'copy'];
      await ffmpeg('-i', standard, '-vf', `format=gbrp,${linear},format=gbrpf32le,${hdr}`, ...codecs, path);
      const { directory } = await make(path);
      const video = join(directory, 'video_360p.m3u8');
      expect([await transferOf(path), await transferOf(video)]).toEqual([transfer, 'bt709']);
      expect(await transferOf(join(directory, 'poster.0000000.jpg'))).not.toBe(transfer);
      // Without conversion, it is 15 and 17 dB from the original picture.
      expect(await likenessDb(standard, video)).toBeGreaterThan(19);
      expect(await likenessDb(standard, join(directory, 'poster.0000000.jpg'))).toBeGreaterThan(19);
    },
  );

  it('from a rotated source, upright', async () => {
    const lying = await media('lying.mp4', { size: '640x360', codecs: H264 });
    const path = join(lying, '../standing.mp4');
    await ffmpeg('-i', lying, '-c', 'copy', '-metadata:s:v', 'rotate=90', path);
    const { sizes, directory } = await make(path);
    expect(sizes).toEqual(['360x640']);
    expect(await likenessDb(path, join(directory, 'video_360p.m3u8'))).toBeGreaterThan(25);
  });

  it('without sound', async () => {
    const { directory } = await make(
      await media('silent.mp4', { size: '320x180', sound: false, codecs: H264 }),
    );
    expect(await ffprobe(join(directory, 'video_180p.m3u8'))).not.toHaveProperty('audio');
  });

  it('of one second', async () => {
    const { durationS } = await make(await media('blink.mp4', { seconds: 1, codecs: H264 }));
    expect(durationS).toBeCloseTo(1, 1);
  });

  it('of odd sides and 29.97 fps', async () => {
    const path = await media('odd.mkv', {
      size: '427x241',
      rate: 30_000 / 1001,
      codecs: ['-c:v', 'libx264', '-pix_fmt', 'yuv444p', '-preset', 'ultrafast', '-c:a', 'aac'],
    });
    const { sizes, durationS } = await make(path);
    expect(sizes).toEqual(['426x240']);
    expect(durationS).toBeCloseTo(2.5, 1);
  });

  it('from non-square pixels', async () => {
    const path = await media('dv.mp4', { size: '360x288', codecs: [...H264, '-vf', 'setsar=64/45'] });
    expect((await make(path)).sizes).toEqual(['512x288']);
  });

  it('from a variable frame rate, with the same length', async () => {
    const select = "select='if(lt(t,1.2),1,not(mod(n,4)))'";
    const path = await media('varies.mp4', {
      seconds: 3,
      codecs: [...H264, '-vf', select, '-fps_mode', 'vfr'],
    });
    const { durationS, directory, names } = await make(path);
    expect(durationS).toBeGreaterThan(2.85);
    expect(durationS).toBeLessThan(3.1);
    expect((await ffprobe(join(directory, names[0]!))).video?.rate).toMatch(/^(24|25|30)\/1$/);
  });

  it('from audio only', async () => {
    const path = await media('song.mp4', { picture: false, codecs: ['-c:a', 'aac'] });
    const { job, folder, facts } = await stage.makeVideo(path);
    expect(job.Status).toBe('COMPLETE');
    expect(facts).toMatchObject({ hasSound: true, durationS: expect.closeTo(2.5, 1) });
    expect(await stage.files(folder)).toEqual([
      'video.m3u8',
      'video_audio.m3u8',
      'video_audio_00001.ts',
      'video_audio_00002.ts',
    ]);
    expect(await stage.text(`${folder}video.m3u8`)).toMatch(
      /STREAM-INF:BANDWIDTH=\d+.*CODECS="mp4a.40.2"\nvideo_audio/,
    );
    expect((await ffprobe(join(await stage.download(folder), 'video_audio.m3u8'))).durationS).toBeCloseTo(
      2.5,
      1,
    );
  });
});

describe('the ladder’s outputs', () => {
  it('include master playlist, poster and seek bar pictures', async () => {
    const path = await media('gallery.mp4', { size: '854x480', seconds: 4.5, codecs: H264 });
    const { job, folder } = await stage.makeVideo(path);
    expect((await stage.text(`${folder}video.m3u8`)).split('\n')).toEqual([
      '#EXTM3U',
      '#EXT-X-VERSION:6',
      '#EXT-X-INDEPENDENT-SEGMENTS',
      expect.stringMatching(
        /^#EXT-X-STREAM-INF:BANDWIDTH=\d+,AVERAGE-BANDWIDTH=\d+,RESOLUTION=854x480,FRAME-RATE=30.000,CODECS="avc1.6400[12][0-9a-f],mp4a.40.2"$/,
      ),
      'video_480p.m3u8',
      expect.stringContaining('RESOLUTION=640x360'),
      'video_360p.m3u8',
      '',
    ]);
    expect(await stage.text(`${folder}video_480p.m3u8`)).toMatch(/PLAYLIST-TYPE:VOD\n[^]*#EXT-X-ENDLIST\n$/);
    const files = await stage.files(folder);
    expect(files.filter((name) => name.endsWith('.jpg'))).toEqual([
      ...[0, 1, 2, 3, 4].map((number) => `poster.000000${number}.jpg`),
      'storyboard.0000000.jpg',
      'storyboard.0000001.jpg',
      'storyboard.0000002.jpg',
    ]);
    const directory = await stage.download(folder);
    expect((await ffprobe(join(directory, 'poster.0000001.jpg'))).video).toMatchObject({
      width: 854,
      height: 480,
    });
    expect((await ffprobe(join(directory, 'storyboard.0000002.jpg'))).video).toMatchObject({
      width: 160,
      height: 90,
    });
    const [event] = stage.eventsOf(job.Id!).slice(-1);
    const place = `s3://${BUCKET}/${folder}`;
    expect(event).toMatchObject({
      source: 'aws.mediaconvert',
      'detail-type': 'MediaConvert Job State Change',
      resources: [job.Arn],
      detail: {
        status: 'COMPLETE',
        queue: job.Queue,
        userMetadata: { video_id: folder },
        outputGroupDetails: [
          {
            type: 'HLS_GROUP',
            playlistFilePaths: [`${place}video.m3u8`],
            outputDetails: [
              {
                outputFilePaths: [`${place}video_480p.m3u8`],
                durationInMs: expect.closeTo(4500, -2),
                videoDetails: { widthInPx: 854, heightInPx: 480 },
              },
              { videoDetails: { widthInPx: 640, heightInPx: 360 } },
            ],
          },
          { type: 'FILE_GROUP', outputDetails: [{ outputFilePaths: [`${place}poster.0000004.jpg`] }] },
          { type: 'FILE_GROUP', outputDetails: [{ outputFilePaths: [`${place}storyboard.0000002.jpg`] }] },
        ],
      },
    });
  });

  it('enlarge nothing when the source is unknown', async () => {
    const inputUri = await stage.putFile(
      await media('unknown.mp4', { size: '640x360', sound: false, codecs: H264 }),
    );
    const job = await stage.ended(await stage.create(videoJob(inputUri, 'out/unknown/')));
    const sizes = job.OutputGroupDetails?.[0]?.OutputDetails?.map(({ VideoDetails: size }) => size);
    expect(sizes).toEqual(Array.from({ length: 4 }, () => ({ WidthInPx: 640, HeightInPx: 360 })));
  });
});
