import type { Broadcast, BroadcastEnd } from '../broadcast.ts';
import type { BroadcastLife, ChunkFiles } from '../ports.ts';

export interface EndPorts {
  readonly broadcasts: Pick<BroadcastLife, 'end'>;
  readonly chunks: Pick<ChunkFiles, 'putEndMark'>;
  readonly clock: () => number;
}

/** Takes a broadcast off the air and wakes whoever finishes it. Nothing where it has ended already. */
export async function endBroadcast(
  { broadcasts, chunks, clock }: EndPorts,
  broadcast: Broadcast,
  end: Omit<BroadcastEnd, 'atMs'>,
): Promise<void> {
  const isEnded = await broadcasts.end(broadcast, { ...end, atMs: clock() });
  if (isEnded) await chunks.putEndMark(broadcast);
}

/** Ends what the channel's camera shows, if it does, as its owner. */
export async function endLatest(
  ports: EndPorts & { readonly broadcasts: Pick<BroadcastLife, 'findLatest'> },
  channelId: string,
): Promise<void> {
  const latest = await ports.broadcasts.findLatest(channelId);
  if (latest?.state === 'live') await endBroadcast(ports, latest, { by: 'streamer' });
}
