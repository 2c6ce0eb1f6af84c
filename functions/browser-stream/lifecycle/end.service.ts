import type { CostlyThing, Costs } from '../../costs/ports.ts';
import type { Broadcast, BroadcastEnd } from '../broadcast.ts';
import type { RecordingPorts } from '../direct/show-recording.service.ts';
import type { BroadcastLife, BroadcastReads } from '../ports/broadcasts.ts';
import type { ChunkFiles } from '../ports/files.ts';

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

export interface EndPorts extends RecordingPorts {
  readonly broadcasts: Pick<BroadcastLife, 'end'> &
    Pick<BroadcastReads, 'find'> &
    RecordingPorts['broadcasts'];
  readonly chunks: Pick<ChunkFiles, 'putEndMark'>;
  readonly costs: Pick<Costs, 'note'>;
  readonly clock: () => number;
  /** Told of failures that nobody else hears of. */
  readonly report: (step: string, error: unknown) => void;
}

/**
 * Takes a broadcast off the air, makes a direct one's replay, and wakes whoever finishes it. Nothing where it has ended
 * already.
 */
export async function endBroadcast(
  ports: EndPorts,
  broadcast: Broadcast,
  end: Omit<BroadcastEnd, 'atMs'>,
): Promise<void> {
  const { broadcasts, chunks, clock } = ports;
  const isEnded = await broadcasts.end(broadcast, { ...end, atMs: clock() });
  if (!isEnded) return;
  // Where this fails the tick does it: there is work on the broadcast until its end mark is put.
  await noteCost(ports, broadcast);
  await showDirect(ports, broadcast);
  await chunks.putEndMark(broadcast);
}

/**
 * The replay of a direct broadcast is there when it ends. Where that fails, and where the broadcast went on with chunks,
 * whoever finishes it makes the replay.
 */
export async function showDirect(ports: EndPorts, { id, way }: Broadcast): Promise<void> {
  if (way !== 'direct') return;
  try {
    const ended = await ports.broadcasts.find(id);
    if (ended?.state !== 'finishing' || ended.wayChange || !ended.keepsReplay) return;
    const { showRecording } = await import('../direct/show-recording.service.ts');
    await showRecording(ports, ended);
  } catch (error) {
    ports.report('browser-stream.recording', error);
  }
}

/** Ends what the channel's camera shows, if it does, as its owner. */
export async function endLatest(
  ports: EndPorts & { readonly broadcasts: Pick<BroadcastLife, 'findLatest'> },
  channelId: string,
): Promise<void> {
  const latest = await ports.broadcasts.findLatest(channelId);
  if (latest?.state === 'live') await endBroadcast(ports, latest, { by: 'streamer' });
}
