/** What a clip of a live stream through software reads and writes, after one hour as after eight. */
import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { showLiveRecording } from '#functions/channels/index.ts';
import { createClip } from '#functions/clips/create-clip.service.ts';
import type { ClipsDeps } from '#functions/clips/clips.service.ts';
import { clipsDeps } from '#functions/clips/feature.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { setLiveInput } from '#test/support/api/streams.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { measureUnits } from '#test/support/api/table/read-units.ts';

const SEGMENT_MS = 10_000;
const RENDITIONS = ['1080p30', '720p30', '480p30', '360p30', '160p30'];
const FOLDER = '/ivs/v1/000000000000/AsXego4U6tnj/2026/11/28/4/0/rec/media';

const site = await localApi();
const [streamer, viewer] = [await site.aUser(), await site.aUser()];
const endMs = Date.now();
const startMs = endMs - 8 * HOUR_MS;
const streams = streamingRepository(site.table);
const playbackUrl = 'https://ivs.example/live.m3u8';
const channelId = streamer.id;
await streams.saveIngestChannel(channelId, { arn: 'arn', rtmpUrl: 'rtmps://', playbackUrl }, 'key', startMs);
const details = { title: 'Turning', game: 'Box Fans', tags: [] };
await streams.goLive({
  channelId,
  details,
  keepsReplay: true,
  playbackUrl,
  streamKey: 'key',
  starts: 0,
  nowMs: startMs,
});
const { live } = await streams.find(channelId);
await setLiveInput(
  site.table,
  channelId,
  live!,
  { ingest: 'receiving', sinceMs: startMs, streamId: 'st-1' },
  playbackUrl,
);
await showLiveRecording(site.table, {
  channelId,
  videoUrl: playbackUrl,
  pictureUrl: `${FOLDER}/latest_thumbnail/thumb.jpg`,
  recordingUrl: `${FOLDER}/hls/master.m3u8`,
  startedAtMs: startMs,
});
const unitsOf = measureUnits(site.table);

function playlistAt(url: string, untilMs: number): string {
  if (url.endsWith('/master.m3u8'))
    return RENDITIONS.map((name) => `#EXT-X-STREAM-INF:BANDWIDTH=1\n${name}/playlist.m3u8\n`).join('');
  return Array.from({ length: (untilMs - startMs) / SEGMENT_MS }, (_, number) => {
    const date = new Date(startMs + number * SEGMENT_MS).toISOString();
    return `#EXT-X-PROGRAM-DATE-TIME:${date}\n#EXTINF:10,\n${number}.ts\n`;
  }).join('');
}

/** The units of a clip, and its requests to S3. It ends this time before the end of a recording. */
async function costOf({ hours, beforeEndMs }: { readonly hours: number; readonly beforeEndMs: number }) {
  const recordedMs = startMs + hours * HOUR_MS;
  const requests = { reads: 0, copies: 0, writes: 0 };
  const { table } = site;
  const environment = { LIMITS: 'cloud', PASS_KEYS: 'key' };
  const context = { table, environment, clock: () => recordedMs };
  const deps = await clipsDeps(context as unknown as Parameters<typeof clipsDeps>[0]);
  const budgets = { take: async () => {} };
  const files = {
    read: async (url: string) => ((requests.reads += 1), playlistAt(url, recordedMs)),
    copy: async () => ((requests.copies += 1), true),
    write: async () => void (requests.writes += 1),
  } as unknown as ClipsDeps['files'];
  const untilMs = recordedMs - beforeEndMs;
  const request = {
    kind: 'live',
    id: streamer.id,
    from_ms: untilMs - 30_000,
    until_ms: untilMs,
    title: 'It',
  };
  let failure: unknown = null;
  const units = await unitsOf(() =>
    createClip(
      { ...deps, files, budgets },
      viewer.id,
      request as Parameters<typeof createClip>[2],
      ulid(),
    ).catch((error: unknown) => (failure = error)),
  );
  return { units, ...requests, failure };
}

it.each([
  [1, 0],
  [1, HOUR_MS / 2],
  [8, 0],
  [8, 7 * HOUR_MS],
])('after %i h, %i ms before the end: reads each playlist once', async (hours, beforeEndMs) => {
  const cost = await costOf({ hours, beforeEndMs });
  // The list of renditions and theirs; three or four segments of each, and a picture.
  expect(cost).toEqual({ units: 31.5, reads: 6, copies: 16, writes: 6, failure: null });
});

it.each([1, 8])('a try that is too early after %i h reads as much, and copies nothing', async (hours) => {
  const { failure, ...cost } = await costOf({ hours, beforeEndMs: -20_000 });
  expect(failure).toMatchObject({ code: 'conflict', retryAfterS: 5 });
  expect(cost).toEqual({ units: 10.5, reads: 6, copies: 0, writes: 0 });
});
