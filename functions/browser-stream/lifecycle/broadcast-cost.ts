import type { CostlyThing, Costs } from '../../costs/ports.ts';
import type { Broadcast } from '../broadcast.ts';

/** A broadcast, as one of the things that cost. */
export const costOfBroadcast = ({ id, channelId, startedAtMs }: Broadcast): CostlyThing => ({
  id,
  channelId,
  startedAtMs,
});

interface CostPorts {
  readonly costs: Pick<Costs, 'note'>;
  readonly clock: () => number;
}

/** Says what a broadcast has cost until now, or until it ended. Again: changes nothing but what came to it. */
export const noteCost = ({ costs, clock }: CostPorts, broadcast: Broadcast): Promise<void> => {
  const { storedSegments = 0, storedChunks = 0, windowMs, keepsReplay, end } = broadcast;
  const use = { kind: 'camera', storedSegments, storedChunks, windowMs, keepsReplay } as const;
  return costs.note(costOfBroadcast(broadcast), use, end?.atMs ?? clock());
};
