import { beforeEach, describe, expect, it } from 'vitest';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import type { ReplayFilms } from '#functions/browser-stream/replay-videos.ts';
import type { Video } from '#shared/videos/videos.ts';
import { directProcessing } from '#test/support/api/broadcast/direct-processing.ts';
import { JPEG, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';

const SEGMENTS = makeSegments({ seconds: 8 });
const MINUTE_MS = 60_000;

let ada: TestUser;
let id: string;
let nowMs: number;
let films: ReplayFilms[];
let ports: ProcessingDeps;
let deleteVideo: (id: string) => Promise<unknown>;

const site = await localApi({ storage: true });
const camera = await CameraCaller.on(site);
site.courier.isHolding = true;
beforeEach(async () => {
  ada = await site.aUser();
  id = await camera.live(ada, { way: 'direct' });
  nowMs = Date.now();
  films = [];
  const improve = (made: ReplayFilms) => void films.push(made);
  ({ ports, deleteVideo } = await directProcessing(site, { id: () => id, clock: () => nowMs, improve }));
});

async function send(...seqs: readonly number[]): Promise<void> {
  for (const seq of seqs) await camera.segmentStored(ada, id, seq, SEGMENTS[seq]!);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, seq) => seq);

async function endMark(): Promise<void> {
  const { onEndMark } = await import('#functions/browser-stream/lifecycle/advance.service.ts');
  await onEndMark(ports, { id, channelId: ada.id });
}

async function tick(afterMs = MINUTE_MS): Promise<void> {
  const { onBroadcastsTick } = await import('#functions/browser-stream/browser-stream.handlers.ts');
  nowMs += afterMs;
  await onBroadcastsTick(ports, await ports.broadcasts.listActive());
}

async function videos(): Promise<Video[]> {
  const { body } = await site.api('GET', `/videos?channel=${ada.id}`);
  return body as Video[];
}

async function file(name: string): Promise<string> {
  const { mediaFiles } = await import('#functions/videos/media.s3.ts');
  const bucket = site.storage?.mediaBucket ?? '';
  return (await mediaFiles({ bucket, recordingsBucket: '' }).read(name.slice(1))) ?? '';
}

/** The playlist of a rendition of the replay, by the rules. */
async function recorded({ playback_url: url }: Video, rendition: string) {
  const variants = await file(url ?? '');
  const name = variants.match(new RegExp(`^\\S+-${rendition}\\.m3u8$`, 'm'))?.[0] ?? '';
  return parsePlaylist(await file((url ?? '').replace(/[^/]+$/, name)));
}

describe('the replay of a direct broadcast', () => {
  it('has the captions of the live stream, which its owner may change', async () => {
    await send(...upTo(8));
    const { startedAtMs } = (await camera.broadcasts.find(id))!;
    const firstMs = (await camera.broadcasts.listSegments(id))[0]!.startMs;
    const at = (ms: number) => new Date(startedAtMs + firstMs + ms).toISOString();
    const path = `/browser-stream/${id}/captions`;
    for (const [ms, text] of [
      [900, 'It turns'],
      [2500, 'A & B'],
    ] as const) {
      const body = { id: `caption-of-${ms}-ms-on-air`, at: at(ms), text, language: 'en' };
      expect((await site.api('POST', path, { token: ada.token, body })).status).toBe(201);
    }
    await camera.stopped(ada, id, 8);
    const [video] = await videos();
    expect(video?.captions).toMatchObject([{ language: 'en', label: 'English' }]);
    expect(await file(video!.captions![0]!.url)).toBe(
      'WEBVTT\n\n00:00:00.900 --> 00:00:03.900\nIt turns\n\n00:00:02.500 --> 00:00:05.500\nA &amp; B\n',
    );
    await site.api('DELETE', `/videos/${video!.id}/captions/en`, { token: ada.token });
    await endMark();
    expect((await videos())[0]).not.toHaveProperty('captions');
  });

  it('exists with a poster when the stop is answered', async () => {
    await send(...upTo(8));
    const picture = await camera.picture(ada, id, JPEG);
    expect(picture.status).toBe(204);
    const receipt = await camera.stopped(ada, id, 8);
    expect(receipt).toMatchObject({
      status: 'ended',
      chunks: { recorded: 8, stored: 8, lost: 0 },
      missing: [],
    });
    const [video] = await videos();
    expect(video).toMatchObject({
      id: receipt.video_id,
      kind: 'replay',
      status: 'ready',
      duration_s: 8,
      thumbnail_url: expect.stringMatching(/picture-\d{6}\.jpg$/),
    });
    for (const rendition of ['main', 'sound']) {
      const { segments, isEnded } = await recorded(video!, rendition);
      expect([segments.length, isEnded]).toEqual([8, true]);
    }
    expect(await camera.hasEndMark(ada, id)).toBe(true);
  });

  it('gets its ladder once, when all segments are stored', async () => {
    await send(...upTo(8));
    await camera.stopped(ada, id, 8);
    const [video] = await videos();
    await endMark();
    await endMark();
    await tick();
    expect(films).toMatchObject([
      {
        videoId: video?.id,
        playbackUrl: video?.playback_url,
        inputs: [`films/${ada.id}/${id}/8-0.mp4`],
        picture: { width: 320, height: 180, framesPerSecond: 30 },
        durationS: 8,
      },
    ]);
    expect(await videos()).toEqual([video]);
    // There is no work on it any more.
    expect(await ports.broadcasts.listActive()).toEqual([]);
  });

  it('gets a ladder for its largest picture, as phones are turned', async () => {
    await send(...upTo(8));
    await camera.stopped(ada, id, 8);
    const picture = { width: 640, height: 360, framesPerSecond: 30 };
    const { broadcasts } = ports;
    const listSegments: typeof broadcasts.listSegments = async (...range) =>
      (await broadcasts.listSegments(...range)).map((row) =>
        row.seq === 4 ? { ...row, main: { ...row.main, picture } } : row,
      );
    ports = { ...ports, broadcasts: { ...broadcasts, listSegments } };
    await endMark();
    expect(films).toMatchObject([{ picture }]);
  });

  it('is rebuilt for late segments, and its ladder waits up to a quarter of an hour for them', async () => {
    await send(0, 1, 2, 3, 4, 6);
    await camera.stopped(ada, id, 8);
    const [first] = await videos();
    expect((await recorded(first!, 'main')).segments.at(-1)).toMatchObject({ discontinuity: 1 });
    await endMark();
    expect(films).toEqual([]);
    await send(5);
    await tick();
    const [second] = await videos();
    expect(second).toMatchObject({ id: first?.id, duration_s: 7 });
    expect(second?.playback_url).not.toBe(first?.playback_url);
    expect((await recorded(second!, 'main')).segments).toHaveLength(7);
    expect(films).toEqual([]);
    await tick(16 * MINUTE_MS);
    expect(films).toMatchObject([{ inputs: [`films/${ada.id}/${id}/7-0.mp4`] }]);
    await send(7);
    expect(await camera.stopped(ada, id, 8)).toMatchObject({ status: 'ended', duration_s: 8 });
    await endMark();
    expect(films).toMatchObject([
      { durationS: 7 },
      { durationS: 8, inputs: [`films/${ada.id}/${id}/8-0.mp4`] },
    ]);
  });

  it('is made by the next request or tick when the stop was killed or the broadcaster fell silent', async () => {
    await send(...upTo(6));
    await ports.broadcasts.end({ id, channelId: ada.id }, { atMs: nowMs, by: 'streamer' });
    expect(await videos()).toEqual([]);
    await tick();
    expect(await videos()).toMatchObject([{ duration_s: 6 }]);
    id = await camera.live(ada, { way: 'direct' });
    await send(...upTo(7));
    await tick(2 * MINUTE_MS);
    expect(await camera.status(ada, id)).toMatchObject({
      status: 'ended',
      ended_by: 'silence',
      duration_s: 7,
    });
    expect(await videos()).toHaveLength(2);
  });

  it('is not made when replays are off, it is too short or nothing arrived', async () => {
    await send(0, 1);
    expect(await camera.stopped(ada, id, 2)).toMatchObject({
      status: 'ended',
      video_id: null,
      duration_s: 2,
    });
    await endMark();
    id = await camera.live(ada, { way: 'direct', keep_replay: false });
    await send(...upTo(8));
    await camera.stopped(ada, id, 8);
    await endMark();
    expect(await camera.status(ada, id)).toMatchObject({ status: 'ended', video_id: null });
    id = await camera.live(ada, { way: 'direct', keep_replay: true });
    expect(await camera.stopped(ada, id, 0)).toMatchObject({ status: 'ended', video_id: null });
    await endMark();
    expect([await videos(), films]).toEqual([[], []]);
  });

  it('does not return after its owner deleted it when segments come late', async () => {
    await send(...upTo(7));
    const { video_id } = await camera.stopped(ada, id, 8);
    await deleteVideo(video_id ?? '');
    await send(7);
    await tick();
    await endMark();
    expect([await videos(), films]).toEqual([[], []]);
  });

  it('is made once by simultaneous requests', async () => {
    await send(...upTo(8));
    const stopped = expectSuccess(
      'POST /browser-stream/stop/{stream_id}',
      await camera.stop(ada, id, { chunk_count: 8 }),
    );
    expect(stopped.video_id).not.toBeNull();
    // By several at once.
    await Promise.all([camera.stopped(ada, id, 8), endMark(), endMark()]);
    expect(await videos()).toHaveLength(1);
    expect(films).toHaveLength(1);
  });
});

describe('the fan meter’s readings of a broadcast', () => {
  const CURVE = {
    step_s: 2,
    blades: 4,
    pass_hz: [null, null, 78.7, 60],
    level_db: [null, -40.5, -31.2, -33],
  };

  it('are kept for the replay as a metadata track, the newest of each moment', async () => {
    await send(...upTo(8));
    expect((await camera.curve(ada, id, { ...CURVE, blades: null })).status).toBe(204);
    expect((await camera.curve(ada, id, CURVE)).status).toBe(204);
    await camera.stopped(ada, id, 8);
    const [video] = await videos();
    expect(video?.curve_url).toMatch(/\/curve\.vtt$/);
    expect(await file(video?.curve_url ?? '')).toBe(`WEBVTT

00:00:02.000 --> 00:00:04.000
{"level_db":-40.5}

00:00:04.000 --> 00:00:06.000
{"rpm":1181,"pass_hz":78.7,"level_db":-31.2}

00:00:06.000 --> 00:00:08.000
{"rpm":900,"pass_hz":60,"level_db":-33}
`);
  });

  it('are absent when no meter ran', async () => {
    await send(...upTo(8));
    await camera.stopped(ada, id, 8);
    expect(await videos()).toEqual([expect.not.objectContaining({ curve_url: expect.anything() })]);
  });

  it('are accepted as numbers from the owner of a live direct broadcast only', async () => {
    expectError(await camera.curve(undefined, id, CURVE), 'unauthenticated');
    expectError(await camera.curve(await site.aUser(), id, CURVE), 'forbidden');
    expectError(await camera.curve(ada, '0'.repeat(26), CURVE), 'not_found');
    const broken = [
      { pass_hz: ['fast', null, null, null] },
      { pass_hz: [1e9, null, null, null] },
      { pass_hz: [60] },
      { pass_hz: Array(1001).fill(60), level_db: Array(1001).fill(-30) },
      { step_s: 0 },
      { blades: 0 },
      { words: 'WEBVTT' },
    ];
    for (const change of broken)
      expectError(await camera.curve(ada, id, { ...CURVE, ...change }), 'invalid_request');
    await camera.stopped(ada, id, 0);
    expectError(await camera.curve(ada, id, CURVE), 'conflict');
  });
});
