/** The minute tick of live channels and broadcasts: reads once what its parts need (`tick-parts.ts`), and divides it. */
import { MINUTE_MS } from '#shared/plain/time.ts';
import { runAll } from '#functions/base/async/run-all.ts';
import { broadcastOfPlaylist } from '#functions/browser-stream/broadcast.ts';
import type { LiveChannel } from '#functions/channels/table/live-channels.repository.ts';
import type { StreamsRepository } from '#functions/streaming/table/streaming.repository.ts';
import { type LiveWork, partOf, partsFor, type TickPart } from '#functions/tick-parts.ts';

/** The live streams at IVS: ids by channel ARN. */
type IvsStreams = ReadonlyMap<string, string>;

export interface LiveTickDeps {
  readonly listLive: () => Promise<readonly LiveChannel[]>;
  readonly setCategoryViewers: (live: readonly LiveChannel[]) => Promise<void>;
  readonly streams: Pick<StreamsRepository, 'findMany' | 'listWaiting'>;
  readonly listIvsStreams: () => Promise<IvsStreams>;
  /** Channels to which an encoder is connected, every ten minutes; else none. Finds previews of which no event came. */
  readonly listConnected: () => Promise<readonly string[]>;
  readonly listBroadcasts: () => Promise<readonly string[]>;
  readonly countCameraSlots: () => Promise<number>;
  /** Works on a part of the tick, of so many. */
  readonly workOn: (work: LiveWork, reads: PartReads, of: number) => Promise<void>;
  readonly invokePart: (part: TickPart) => Promise<void>;
  readonly clock: () => number;
}

/** Data that a part only needs for certain work. Both reject if the tick could not read it. */
export interface PartReads {
  readonly ivsStreams: () => Promise<IvsStreams>;
  readonly cameraSlots: () => Promise<number>;
}

/** A list that cannot be read fails the tick, after the rest of the work. */
export async function onLiveTick(deps: LiveTickDeps): Promise<void> {
  const readAtMs = deps.clock();
  const [listed, waiting, active] = [deps.listLive(), deps.streams.listWaiting(), deps.listBroadcasts()];
  const connected = deps.listConnected();
  const [live, waitingIds, connectedIds, broadcasts] = await Promise.all([
    orEmpty(listed),
    orEmpty(waiting),
    orEmpty(connected),
    orEmpty(active),
  ]);
  const streaming = live.filter((channel) => broadcastOfPlaylist(channel.video_url) === null);
  const work = {
    readAtMs,
    live: live.map(({ id, viewers, followers, live_since_ms }) => ({
      id,
      viewers,
      followers,
      live_since_ms,
    })),
    streams: [...new Set([...streaming.map(({ id }) => id), ...waitingIds, ...connectedIds])],
    broadcasts,
  };
  const of = partsFor(Math.max(live.length, work.streams.length, work.broadcasts.length));
  const reads = { ivsStreams: deps.listIvsStreams, cameraSlots: deps.countCameraSlots };
  const done = of === 1 ? deps.workOn(work, reads, of) : invokeParts(deps, work, of);
  await runAll([listed.then(deps.setCategoryViewers), waiting, connected, active, done]);
}

const orEmpty = <T>(read: Promise<readonly T[]>): Promise<readonly T[]> => read.catch(() => []);
const orNull = <T>(read: Promise<T>): Promise<T | null> => read.catch(() => null);

async function invokeParts(deps: LiveTickDeps, work: LiveWork, of: number): Promise<void> {
  const streams = work.streams.length > 0 ? findAtIvs(deps, work.streams) : Promise.resolve([]);
  const slots = work.broadcasts.length > 0 ? deps.countCameraSlots() : Promise.resolve(0);
  const [found, cameraSlots] = await Promise.all([orNull(streams), orNull(slots)]);
  const ivs = found && new Map(found);
  const live = divided(work.live, of, ({ id }) => id);
  const streamIds = divided(work.streams, of, String);
  const broadcasts = divided(work.broadcasts, of, String);
  const parts = Array.from({ length: of }, (_, part): TickPart => {
    const ids = streamIds(part);
    const own = { ...work, live: live(part), streams: ids, broadcasts: broadcasts(part) };
    const atIvs = ivs && ids.map((id) => ivs.get(id)).filter((stream) => stream !== undefined);
    return { part, of, work: { ...own, ivs: atIvs, cameraSlots } };
  });
  await runAll([streams, slots, ...parts.map(deps.invokePart)]);
}

/** Gets the items of a part. */
function divided<T>(items: readonly T[], of: number, idOf: (item: T) => string): (part: number) => T[] {
  const parts = Map.groupBy(items, (item) => partOf(idOf(item), of));
  return (part) => parts.get(part) ?? [];
}

/** The live streams at IVS of these channels. IVS names them by its own channels, which the stored streams have. */
async function findAtIvs({ streams, listIvsStreams }: LiveTickDeps, channelIds: readonly string[]) {
  const [stored, atIvs] = await Promise.all([streams.findMany(channelIds), listIvsStreams()]);
  return stored.flatMap(({ channelId, ingestChannel }) => {
    const streamId = ingestChannel && atIvs.get(ingestChannel.arn);
    return streamId ? [[channelId, [ingestChannel.arn, streamId]] as const] : [];
  });
}

/** Lambda may deliver a part late, and a tick of an earlier version sends no work: the next tick does it. */
export async function onTickPart({ workOn, clock }: LiveTickDeps, { of, work }: TickPart): Promise<void> {
  if (!work || clock() - work.readAtMs > MINUTE_MS) return;
  const { ivs, cameraSlots, ...lists } = work;
  const reads = {
    ivsStreams: async () => new Map(required(ivs, 'the streams at IVS')),
    cameraSlots: async () => required(cameraSlots, 'the slots of broadcasts'),
  };
  await workOn(lists, reads, of);
}

function required<T>(read: T | null, what: string): T {
  if (read === null) throw new Error(`The tick could not read ${what}`);
  return read;
}
