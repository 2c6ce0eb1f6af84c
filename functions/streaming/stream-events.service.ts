import { INGEST_WAIT_MAX_MS, INTERRUPTION_MAX_MS } from '#shared/limits.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import { secondsOfDay } from '#functions/base/day.ts';
import { noteAiring } from './airing.ts';
import { afterChange, afterObservation, type StreamStateChange } from './ingest-state.ts';
import type { LiveStream, Stream } from './stream.ts';
import { stopStream, type StreamingDeps } from './streaming.service.ts';

/** Dependencies of the events and the tick, in addition to those of the routes. */
export interface StreamEventsDeps extends StreamingDeps {
  /** The live streams at IVS: ids by channel ARN. */
  readonly broadcasts: () => Promise<ReadonlyMap<string, string>>;
}

/** An encoder that is away for less has lost its connection, so its stream goes on even over the channel's cap. */
const RECONNECT_MS = 2 * 60_000;

/** Streams of one read. */
const PAGE = 100;

interface ReportedChange extends StreamStateChange {
  /** IVS's ARN of the channel. */
  readonly arn: string;
  /** The channel's name at IVS. */
  readonly channelId: string;
}

export async function applyStreamState(
  { streams }: Pick<StreamEventsDeps, 'streams'>,
  { channelId, arn, ...change }: ReportedChange,
): Promise<void> {
  for (;;) {
    const { live, ingestChannel } = await streams.find(channelId);
    if (!live || ingestChannel?.arn !== arn) return;
    const next = afterChange(live, change);
    if (!next || (await streams.setIngest(channelId, live, next))) return;
  }
}

/**
 * The minute tick: compares the stored states of these channels' streams with IVS, because events are best effort. Ends
 * streams that have waited too long for a picture, or would start again over the channel's cap. Asks IVS once, and only
 * when a software stream is open. A failure of one channel does not stop the others.
 *
 * `listedAtMs`: IVS listed its streams at that time or later.
 */
export async function reconcileStreams(
  deps: StreamEventsDeps,
  channelIds: readonly string[],
  listedAtMs: number,
): Promise<{ ended: number; repaired: number }> {
  const done = { ended: 0, repaired: 0 };
  // Only once even if it fails, because each attempt may take half a minute.
  let listed: ReturnType<typeof deps.broadcasts> | undefined;
  const watched = { ...deps, broadcasts: () => (listed ??= deps.broadcasts()) };
  const times = { listedAtMs, nowMs: deps.clock() };
  const work = async (stream: Stream) => {
    const outcome = await reconcile(watched, stream, times);
    if (outcome) done[outcome] += 1;
  };
  await eachItem(eachOf(deps, channelIds), { step: 'streams.reconcile', work });
  if (done.ended + done.repaired > 0) logStep('streams.reconciled', done);
  return done;
}

/** Reads each page shortly before its use, because streams may end meanwhile. */
async function* eachOf(
  { streams }: Pick<StreamEventsDeps, 'streams'>,
  ids: readonly string[],
): AsyncGenerator<Stream> {
  for (let from = 0; from < ids.length; from += PAGE)
    yield* await streams.findMany(ids.slice(from, from + PAGE));
}

async function reconcile(
  deps: StreamEventsDeps,
  stream: Stream,
  { listedAtMs, nowMs }: { readonly listedAtMs: number; readonly nowMs: number },
): Promise<'ended' | 'repaired' | undefined> {
  const { channelId, live, ingestChannel } = stream;
  if (!live || !ingestChannel) return undefined;
  await noteAiring(deps, stream, nowMs);
  const broadcasts = await deps.broadcasts();
  const seen = { streamId: broadcasts.get(ingestChannel.arn), atMs: listedAtMs };
  const next = afterObservation(live, seen);
  if (next) return (await deps.streams.setIngest(channelId, live, next)) ? 'repaired' : undefined;
  const isReceiving = live.ingest === 'receiving';
  const isOver = isReceiving
    ? await usesUp(deps, channelId, live.sinceMs, nowMs)
    : await waitsTooLong(deps, channelId, live, nowMs);
  if (!isOver) return undefined;
  await stopStream(deps, channelId, isReceiving ? 'day limit' : 'silence');
  return 'ended';
}

async function waitsTooLong(
  { costs }: Pick<StreamEventsDeps, 'costs'>,
  channelId: string,
  { onAirSinceMs, sinceMs }: LiveStream,
  atMs: number,
): Promise<boolean> {
  const waitedMs = atMs - sinceMs;
  if (waitedMs >= (onAirSinceMs === undefined ? INGEST_WAIT_MAX_MS : INTERRUPTION_MAX_MS)) return true;
  return waitedMs >= RECONNECT_MS && costs.isReached(channelId);
}

/** Counts the stream's time against today's budget; true when it is used up. */
async function usesUp(
  { budgets }: Pick<StreamEventsDeps, 'budgets'>,
  channelId: string,
  sinceMs: number,
  nowMs: number,
): Promise<boolean> {
  const amount = secondsOfDay(sinceMs, nowMs);
  await budgets.note('software', { channelId, itemId: String(sinceMs), amount });
  return budgets.isSpent('software', channelId);
}
