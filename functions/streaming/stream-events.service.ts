import { INGEST_WAIT_MAX_MS } from '../../shared/limits.ts';
import { afterChange, afterObservation, type StreamStateChange } from './ingest-state.ts';
import type { Stream } from './stream.ts';
import { stopStream } from './streaming.service.ts';
import type { StreamEventsPorts } from './ports.ts';

/** Takes in one *IVS Stream State Change*; `arn` is IVS's channel, `channelId` the name that it bears. */
export async function applyStreamState(
  { streams }: Pick<StreamEventsPorts, 'streams'>,
  channelId: string,
  arn: string,
  change: StreamStateChange,
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
  const failures: unknown[] = [];
  for await (const page of ports.streams.listLive()) {
    for (const stream of page) {
      const outcome = await reconcile(ports, stream, broadcasts, atMs).catch(
        (error: unknown) => void failures.push(error),
      );
      if (outcome) done[outcome] += 1;
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} streams could not be reconciled`);
  return done;
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
  if (live.ingest === 'receiving' || atMs - live.sinceMs < INGEST_WAIT_MAX_MS) return undefined;
  await stopStream(ports, channelId);
  return 'ended';
}
