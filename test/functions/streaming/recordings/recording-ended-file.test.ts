import { describe, expect, it } from 'vitest';
import { prefixOfEnded, readEndedFile } from '#functions/streaming/recordings/recording-ended-file.ts';

const PREFIX = 'ivs/v1/123456789012/AsXego4U6tnj/2020/6/12/12/53/j8Z9O91ndcVs';

/** As IVS's guide shows it, with what is not read of it. */
const FILE = {
  version: 'v1',
  channel_arn: 'arn:aws:ivs:us-west-2:123456789012:channel/AsXego4U6tnj',
  recording_ended_at: '2020-06-14T12:53:20Z',
  recording_started_at: '2020-06-12T12:53:26Z',
  recording_status: 'RECORDING_ENDED',
  media: {
    hls: {
      duration_ms: 172_794_489,
      path: 'media/hls',
      playlist: 'master.m3u8',
      byte_range_playlist: 'byte-range-multivariant.m3u8',
      renditions: [
        { path: '480p30', playlist: 'playlist.m3u8', resolution_height: 480, resolution_width: 852 },
      ],
    },
    thumbnails: { path: 'media/thumbnails', resolution_height: 480, resolution_width: 852 },
    latest_thumbnail: { path: 'media/latest_thumbnail/thumb.jpg', resolution_height: 480 },
  },
};
const read = (file: unknown, prefix = PREFIX) => readEndedFile(prefix, JSON.stringify(file));
const withHls = (changed: object) => ({
  ...FILE,
  media: { ...FILE.media, hls: { ...FILE.media.hls, ...changed } },
});

describe('recording-ended.json', () => {
  it('has place, length and start of the media', () => {
    expect(read(FILE)).toEqual({
      startedAtMs: Date.parse('2020-06-12T12:53:26Z'),
      durationMs: 172_794_489,
      playlistUrl: `/${PREFIX}/media/hls/master.m3u8`,
      picturesUrl: `/${PREFIX}/media/thumbnails`,
    });
  });

  it('may name other folders, and no pictures', () => {
    const { thumbnails: _, ...media } = withHls({ path: 'media/hls-2', playlist: 'all.m3u8' }).media;
    expect(read({ ...FILE, media })).toMatchObject({
      playlistUrl: `/${PREFIX}/media/hls-2/all.m3u8`,
      picturesUrl: null,
    });
  });

  it.each([
    ['is no JSON', '{"version":', 'it is no JSON'],
    [
      'is of a recording that goes on',
      { ...FILE, recording_status: 'RECORDING_STARTED' },
      'recording_status',
    ],
    [
      'is of another channel',
      { ...FILE, channel_arn: FILE.channel_arn.replace('AsX', 'BsX') },
      'it is of arn',
    ],
    ['is of no channel', { ...FILE, channel_arn: 'arn:aws:s3:::x' }, 'is no channel of IVS'],
    ['leads out of its folder', withHls({ path: 'media/../../x' }), 'media.hls.path'],
    ['leads to a private folder', withHls({ path: 'events' }), 'media.hls.path'],
    ['names no playlist', withHls({ playlist: '../master.m3u8' }), 'media.hls.playlist'],
    ['does not say how long it is', withHls({ duration_ms: undefined }), 'media.hls.duration_ms'],
    ['does not say when it began', { ...FILE, recording_started_at: 'yesterday' }, 'recording_started_at'],
  ])('is refused with the reason where it %s', (_, file, reason) => {
    const text = typeof file === 'string' ? file : JSON.stringify(file);
    expect(() => readEndedFile(PREFIX, text)).toThrow(reason);
  });

  it('is recognised by its key', () => {
    expect(prefixOfEnded(`${PREFIX}/events/recording-ended.json`)).toBe(PREFIX);
    expect(prefixOfEnded(`${PREFIX}/events/recording-started.json`)).toBeUndefined();
  });
});
