import { describe, expect, it } from 'vitest';
import type { Replay } from '#functions/videos/index.ts';
import type { TimedBroadcast } from '#functions/streaming/software-broadcast.ts';
import { showPreviewRecording } from '#functions/streaming/recordings/preview-recording.service.ts';
import {
  publishRecording,
  type RecordingEventsDeps,
  showRecording,
} from '#functions/streaming/recordings/recording-events.service.ts';
import { parseRecordingPrefix } from '#functions/streaming/recordings/recording-location.ts';
import type { Recording } from '#functions/streaming/recordings/recording-ended-file.ts';
import type { LiveRecording } from '#functions/channels/index.ts';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';
import type { PreviewRecording, Stream } from '#functions/streaming/stream.ts';
import { noStream } from '#test/support/api/streams.ts';

const ARN = 'arn:aws:ivs:us-east-1:000000000000:channel/AsXego4U6tnj';
const PREFIX = 'ivs/v1/000000000000/AsXego4U6tnj/2026/11/20/10/0/j8Z9O91ndcVs';
const BEGUN_MS = Date.parse('2026-11-20T10:00:00Z');
const place = parseRecordingPrefix(PREFIX)!;
const MINUTE_MS = 60_000;

/** A recording of six minutes in segments of ten seconds, in two renditions, the second with one program date alone. */
function stage(broadcasts: readonly TimedBroadcast[], stream: Partial<Stream> = {}) {
  const files = new Map<string, string>();
  const segments = (isDated: (index: number) => boolean) =>
    Array.from({ length: 36 }, (_, index) => {
      const date = `#EXT-X-PROGRAM-DATE-TIME:${new Date(BEGUN_MS + index * 10_000).toISOString()}\n`;
      return `${isDated(index) ? date : ''}#EXTINF:10.000,\n${index}.ts\n`;
    }).join('');
  const media = (lines: string) =>
    `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n${lines}#EXT-X-ENDLIST\n`;
  const renditions = {
    '720p30': media(segments(() => true)),
    '360p30': media(segments((index) => index === 0)),
  };
  const variants = Object.keys(renditions).map(
    (name) => `#EXT-X-STREAM-INF:BANDWIDTH=1000\n${name}/playlist.m3u8\n`,
  );
  files.set(`${PREFIX}/media/hls/master.m3u8`, `#EXTM3U\n${variants.join('')}`);
  for (const [name, text] of Object.entries(renditions)) {
    files.set(`${PREFIX}/media/hls/${name}/playlist.m3u8`, text);
    for (let index = 0; index < 36; index++) files.set(`${PREFIX}/media/hls/${name}/${index}.ts`, 'video');
  }
  for (let index = 0; index < 12; index++)
    files.set(`${PREFIX}/media/thumbnails/thumb${index}.jpg`, 'picture');
  const ended = {
    channel_arn: ARN,
    recording_status: 'RECORDING_ENDED',
    recording_started_at: new Date(BEGUN_MS).toISOString(),
    media: {
      hls: { duration_ms: 6 * MINUTE_MS, path: 'media/hls', playlist: 'master.m3u8' },
      thumbnails: { path: 'media/thumbnails' },
    },
  };
  files.set(`${PREFIX}/events/recording-ended.json`, JSON.stringify(ended));
  const kept: Recording[] = [];
  const replays: Replay[] = [];
  const visible: LiveRecording[] = [];
  const noted: PreviewRecording[] = [];
  const discardSome = async (prefix: string, isKept: (key: string) => boolean) => {
    for (const key of files.keys()) if (key.startsWith(prefix) && !isKept(key)) files.delete(key);
  };
  const ports: RecordingEventsDeps = {
    streams: {
      find: async (id) => ({
        ...noStream(id),
        ingestChannel: { arn: ARN, rtmpUrl: '', playbackUrl: 'https://play.example/ada.m3u8' },
        ...stream,
      }),
      notePreviewRecording: async (_id, _stream, recording) => noted.push(recording) > 0,
    },
    channels: { findById: async (id) => toChannel(newChannel(id, id)) },
    endedBroadcasts: async () => broadcasts,
    showLive: async (recording) => void visible.push(recording),
    recordings: {
      settle: async (_, atMs) => atMs,
      keep: async (_id, _atMs, recording) => void kept.push(recording),
      list: async () => kept,
    },
    files: {
      read: async (url) => files.get(url.slice(1)) ?? null,
      write: async (url, text) => void files.set(url.slice(1), text),
    },
    publishReplay: async (replay) => replays.push(replay),
    discard: (prefix) => discardSome(prefix, () => false),
    discardSome,
  };
  const names = (folder: string) =>
    [...files.keys()]
      .filter((key) => key.startsWith(`${PREFIX}/media/${folder}`))
      .map((key) => key.split('/').at(-1));
  return { ports, files, names, replays, visible, noted };
}

const broadcast = (fromMinute: number, untilMinute: number): TimedBroadcast => ({
  startedAtMs: BEGUN_MS + fromMinute * MINUTE_MS,
  endedAtMs: BEGUN_MS + untilMinute * MINUTE_MS,
  streamId: undefined,
  title: 'A fan',
  game: 'Box Fans',
  tags: [],
  keepsReplay: true,
});

const end = (ports: RecordingEventsDeps) =>
  publishRecording(ports, { channelId: 'ADA', prefix: PREFIX, place, streamIds: ['st-1'] });

describe('a recording that is a preview', () => {
  it.each([
    ['before any stream', []],
    ['between two streams', [broadcast(6.1, 20), broadcast(-20, 0)]],
    ['right after the end of a stream', [broadcast(-20, 1 / 60)]],
  ])('is deleted with all its files: %s', async (_, broadcasts) => {
    const { ports, files, replays } = stage(broadcasts);
    expect(await end(ports)).toBe('preview');
    expect([...files.keys()]).toEqual([]);
    expect(replays).toEqual([]);
  });

  it('that its owner made public begins when that was, and what was before is deleted', async () => {
    const { ports, files, names, replays } = stage([broadcast(2.25, 6), broadcast(-20, -1)]);
    expect(await end(ports)).toBe('published');
    const [replay] = replays;
    expect(replay).toMatchObject({ startedAt: '2026-11-20T10:02:15.000Z', durationS: 220 });
    expect(replay?.thumbnailUrl).toBe(`/${PREFIX}/media/thumbnails/thumb6.jpg`);
    const left = Array.from({ length: 22 }, (_, index) => `${index + 14}.ts`);
    for (const rendition of ['720p30', '360p30']) {
      const stored = names(`hls/${rendition}/`).filter((name) => name?.endsWith('.ts'));
      expect(stored).toEqual(left);
      const folder = replay!.playbackUrl.replace('master.m3u8', '').slice(1);
      const played = files.get(`${folder}${rendition}.m3u8`)!.match(/\d+\.ts/g);
      expect(played).toEqual(left);
    }
    expect(names('thumbnails/')).toEqual(Array.from({ length: 7 }, (_, index) => `thumb${index + 5}.jpg`));
  });

  it('without a time of its segments has none that is public', async () => {
    const { ports, files, names } = stage([broadcast(2.25, 6)]);
    for (const [key, text] of files) files.set(key, text.replaceAll(/#EXT-X-PROGRAM-DATE-TIME.*\n/g, ''));
    expect(await end(ports)).toBe('too short');
    expect(names('hls/720p30/')).toEqual(['playlist.m3u8']);
  });
});

describe('the recording of a live stream that was a preview', () => {
  const startedAtMs = BEGUN_MS + 2.25 * MINUTE_MS;
  const live = { startedAtMs, ingest: 'receiving', sinceMs: startedAtMs, streamId: 'st-1' } as const;
  const previewRecording = { prefix: PREFIX, begunAtMs: BEGUN_MS };
  const stream = { live, previewRecording };
  const begin = (ports: RecordingEventsDeps) =>
    showRecording(ports, { channelId: 'ADA', place, prefix: PREFIX, streamId: 'st-1', begunAtMs: BEGUN_MS });

  it('is not public when it begins, before and after its owner goes live', async () => {
    for (const late of [{}, stream]) {
      const { ports, visible, noted } = stage([], late);
      await begin(ports);
      expect([visible, noted]).toEqual([[], [previewRecording]]);
    }
  });

  it('is public two minutes later, without what was before', async () => {
    const { ports, names, visible } = stage([], stream);
    let ended = 0;
    const endPreviewRecording = async () => void (ended += 1);
    const deps = { ...ports, streams: { endPreviewRecording } };
    const now = await ports.streams.find('ADA');
    await showPreviewRecording(deps, now, startedAtMs + 2 * MINUTE_MS - 1);
    expect([visible, ended]).toEqual([[], 0]);
    await showPreviewRecording(deps, now, startedAtMs + 2 * MINUTE_MS);
    expect(ended).toBe(1);
    expect(visible).toEqual([
      {
        channelId: 'ADA',
        videoUrl: 'https://play.example/ada.m3u8',
        pictureUrl: `/${PREFIX}/media/latest_thumbnail/thumb.jpg`,
        recordingUrl: `/${PREFIX}/media/hls/master.m3u8`,
        startedAtMs,
      },
    ]);
    expect(names('hls/720p30/')).not.toContain('13.ts');
    expect(names('hls/720p30/')).toContain('14.ts');
  });

  it('waits until IVS has written its playlist', async () => {
    const { ports, files, visible } = stage([], stream);
    files.delete(`${PREFIX}/media/hls/master.m3u8`);
    const deps = { ...ports, streams: { endPreviewRecording: () => Promise.reject(new Error('too early')) } };
    await showPreviewRecording(deps, await ports.streams.find('ADA'), startedAtMs + 3 * MINUTE_MS);
    expect(visible).toEqual([]);
  });
});
