import { INGEST_WAIT_MAX_MS } from '../../shared/limits.ts';
import { eachAtOnce } from '../base/at-once.ts';
import { secondsOfDay } from '../limits/day.ts';
import { afterChange, afterObservation, type StreamStateChange } from './ingest-state.ts';
import type { Stream } from './stream.ts';
import { stopStream } from './streaming.service.ts';
import type { StreamEventsPorts } from './ports.ts';

interface ReportedChange extends StreamStateChange {
  /** IVS's channel. */
  readonly arn: string;
  /** The name that it bears. */
  readonly channelId: string;
}

/** Takes in one *IVS Stream State Change*. */
export async function applyStreamState(
  { streams }: Pick<StreamEventsPorts, 'streams'>,
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
 * The minute tick: compares what is known with what IVS has on the air, since its events are best effort, and ends
 * what has waited too long for a picture. One channel's failure does not keep the others from their turn.
 */
export async function reconcileStreams(
  ports: StreamEventsPorts,
): Promise<{ ended: number; repaired: number }> {
  const atMs = ports.clock();
  const broadcasts = await ports.broadcasts();
  const done = { ended: 0, repaired: 0 };
  await eachAtOnce(
    eachOf(ports.streams.listLive()),
    { atOnce: 1, failed: (count) => `${count} streams could not be reconciled` },
    async (stream) => {
      const outcome = await reconcile(ports, stream, broadcasts, atMs);
      if (outcome) done[outcome] += 1;
    },
  );
  return done;
}

async function* eachOf<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}

async function reconcile(
  ports: StreamEventsPorts,
  { channelId, live, ingestChannel }: Stream,
  broadcasts: ReadonlyMap<string, string>,
  atMs: number,
): Promise<'ended' | 'repaired' | undefined> {
  if (!live || !ingestChannel) return undefined;
  const next = afterObservation(live, { streamId: broadcasts.get(ingestChannel.arn), atMs });
  if (next) return (await ports.streams.setIngest(channelId, live, next)) ? 'repaired' : undefined;
  const isOver =
    live.ingest === 'receiving'
      ? await usesUp(ports, channelId, live.sinceMs, atMs)
      : atMs - live.sinceMs >= INGEST_WAIT_MAX_MS;
  if (!isOver) return undefined;
  await stopStream(ports, channelId);
  return 'ended';
}

/** Counts for how long IVS has taken the stream in; true where that is all that its person has today. */
async function usesUp(
  { budgets }: Pick<StreamEventsPorts, 'budgets'>,
  channelId: string,
  sinceMs: number,
  nowMs: number,
): Promise<boolean> {
  const amount = secondsOfDay(sinceMs, nowMs);
  await budgets.note('software', { channelId, thing: String(sinceMs), amount });
  return budgets.isSpent('software', channelId);
}
