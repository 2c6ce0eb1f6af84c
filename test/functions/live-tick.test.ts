import { noStream } from '#test/support/api/streams.ts';
import { ulid } from 'ulid';
import { describe, expect, it, vi } from 'vitest';
import {
  type LiveTickDeps,
  onLiveTick,
  onTickPart,
  type PartReads,
} from '#functions/composition/tick/live-tick.ts';
import { livePlaylistUrl } from '#functions/browser-stream/broadcast.ts';
import type { LiveChannel } from '#functions/channels/table/live-channels.repository.ts';
import type { LiveWork, TickPart } from '#functions/tick-parts.ts';

const NOW_MS = Date.parse('2026-11-20T10:00:00Z');
const MAX_EVENT_BYTES = 256 * 1024;

/** The longest that IVS makes. */
const arnOf = (id: string): string => `arn:aws:ivs:ap-northeast-1:123456789012:channel/${id.slice(-12)}`;
const streamOf = (id: string): string => `st-${id}x`;

interface Stage {
  readonly deps: LiveTickDeps;
  readonly calls: string[];
  readonly sent: TickPart[];
  readonly done: (LiveWork & { readonly of: number; readonly reads: PartReads })[];
}

/** So many channels are live with software, and as many from the camera. Some more wait for a picture. */
function stageOf(count: number, change: Partial<LiveTickDeps> = {}): Stage {
  const [software, camera, waiting] = [count, count, Math.ceil(count / 5)].map((length) =>
    Array.from({ length }, () => ulid()),
  ) as [string[], string[], string[]];
  const broadcasts = camera.map(() => ulid());
  const channel = (id: string, video_url: string): LiveChannel => ({
    id,
    viewers: 123_456,
    gsi2pk: 'CATEGORY#fans',
    video_url,
  });
  const live = [
    ...software.map((id) => channel(id, 'https://play.example/x.m3u8')),
    ...camera.map((id, at) => channel(id, livePlaylistUrl(broadcasts[at]!))),
  ];
  const calls: string[] = [];
  const [sent, done]: [TickPart[], Stage['done']] = [[], []];
  const called =
    <T>(name: string, result: T) =>
    async (): Promise<T> => {
      calls.push(name);
      return result;
    };
  const deps: LiveTickDeps = {
    listLive: called('live', live),
    setCategoryViewers: called('categories', undefined),
    streams: {
      listWaiting: called('waiting', waiting),
      findMany: async (ids) =>
        ids.map((channelId) => ({
          ...noStream(channelId),
          ingestChannel: { arn: arnOf(channelId), rtmpUrl: '', playbackUrl: '' },
        })),
    },
    listIvsStreams: called('ivs', new Map(software.map((id) => [arnOf(id), streamOf(id)]))),
    listConnected: async () => [],
    listBroadcasts: called('broadcasts', broadcasts),
    countCameraSlots: called('slots', 7),
    workOn: async (work, reads, of) => void done.push({ ...work, reads, of }),
    invokePart: async (part) => void sent.push(part),
    clock: () => NOW_MS,
    ...change,
  };
  return { deps, calls, sent, done };
}

/** Runs the tick, and all parts that it sends. */
async function run({ deps, sent }: Stage): Promise<void> {
  await onLiveTick(deps);
  for (const part of sent) await onTickPart(deps, JSON.parse(JSON.stringify(part)) as TickPart);
}

const ONE_OF_EACH = ['broadcasts', 'categories', 'ivs', 'live', 'slots', 'waiting'];

describe('the tick of live channels', () => {
  it('reads each list once for all parts, which have all channels once', async () => {
    const stage = stageOf(600);
    await run(stage);
    for (const { reads } of stage.done) await Promise.all([reads.ivsStreams(), reads.cameraSlots()]);
    expect(stage.calls.toSorted()).toEqual(ONE_OF_EACH);
    expect(stage.done.map(({ of }) => of)).toEqual(Array(5).fill(5));
    const ids = stage.done.flatMap(({ live }) => live.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200]);
    expect(new Set(stage.done.flatMap(({ streams }) => streams)).size).toBe(720);
    expect(new Set(stage.done.flatMap(({ broadcasts }) => broadcasts)).size).toBe(600);
    for (const { streams, reads } of stage.done) {
      const atIvs = await reads.ivsStreams();
      const known = streams.filter((id) => atIvs.get(arnOf(id)) === streamOf(id));
      expect([...atIvs.keys()].toSorted()).toEqual(known.map(arnOf).toSorted());
      expect(known.length).toBeGreaterThan(0);
      expect(await reads.cameraSlots()).toBe(7);
    }
  });

  it('works by itself on few, and asks IVS only if it must', async () => {
    const stage = stageOf(3);
    await run(stage);
    expect(stage.sent).toEqual([]);
    expect(stage.done).toMatchObject([{ of: 1, live: { length: 6 }, streams: { length: 4 } }]);
    expect(stage.calls.toSorted()).toEqual(['broadcasts', 'categories', 'live', 'waiting']);
    expect(await stage.done[0]!.reads.cameraSlots()).toBe(7);
  });

  it.each([
    { broadcasts: 300, waiting: 0 },
    { broadcasts: 0, waiting: 300 },
  ])('divides $broadcasts broadcasts and $waiting waiting streams without live channels', async (counts) => {
    const ids = (length: number) => async () => Array.from({ length }, () => ulid());
    const { streams } = stageOf(0).deps;
    const stage = stageOf(0, {
      listBroadcasts: ids(counts.broadcasts),
      streams: { ...streams, listWaiting: ids(counts.waiting) },
    });
    await run(stage);
    expect(stage.sent).toHaveLength(2);
  });

  it('sends parts that an asynchronous invocation takes', async () => {
    // Parts differ in size, by far less than half.
    const stage = stageOf(1500);
    await run(stage);
    const sizes = stage.sent.map(
      (part) => JSON.stringify({ 'detail-type': 'Tick Part', detail: part }).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(MAX_EVENT_BYTES / 2);
  });

  it.each(['listLive', 'listBroadcasts', 'countCameraSlots', 'listIvsStreams'] as const)(
    'does the rest of the work without %s, and fails afterwards',
    async (read) => {
      const stage = stageOf(600, { [read]: () => Promise.reject(new Error(`no ${read}`)) });
      await expect(onLiveTick(stage.deps)).rejects.toThrow(`no ${read}`);
      expect(stage.sent.length).toBeGreaterThan(1);
      for (const part of stage.sent) await onTickPart(stage.deps, part);
      const counted = stage.done.flatMap(({ live }) => live).length;
      expect(counted).toBe(read === 'listLive' ? 0 : 1200);
      expect(stage.calls.includes('categories')).toBe(read !== 'listLive');
      const { ivsStreams, cameraSlots } = stage.done[0]!.reads;
      const [atIvs, slots] = await Promise.allSettled([ivsStreams(), cameraSlots()]);
      expect([atIvs.status, slots.status]).toEqual([
        read === 'listIvsStreams' ? 'rejected' : 'fulfilled',
        read === 'countCameraSlots' ? 'rejected' : 'fulfilled',
      ]);
    },
  );

  it('fails when a part is refused, after it has sent the others', async () => {
    const invokePart = vi.fn(async ({ part }: TickPart) => {
      if (part === 0) throw new Error('Lambda refused it');
    });
    const stage = stageOf(600, { invokePart });
    await expect(onLiveTick(stage.deps)).rejects.toThrow('Lambda refused it');
    expect(invokePart).toHaveBeenCalledTimes(5);
    expect(stage.calls).toContain('categories');
  });
});
