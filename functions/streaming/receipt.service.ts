import type { StreamReceipt } from '#shared/live/streaming.ts';
import type { Costs } from '#functions/costs/index.ts';
import { softwareBroadcastId, billedBroadcast, type EndedSoftwareBroadcast } from './software-broadcast.ts';

export interface ReceiptDeps {
  readonly endedBroadcasts: (channelId: string, byMs: number) => Promise<readonly EndedSoftwareBroadcast[]>;
  /** The replay of a broadcast that its owner may see; `null` if there is none. */
  readonly findReplay: (streamId: string) => Promise<string | null>;
  readonly costs: Pick<Costs, 'visibleCost'>;
  readonly clock: () => number;
}

/** The receipt of the caller's last stream; `null` where it had no picture. */
export async function streamReceipt(deps: ReceiptDeps, channelId: string): Promise<StreamReceipt | null> {
  const [broadcast] = await deps.endedBroadcasts(channelId, deps.clock());
  if (!broadcast?.outcome) return null;
  const { startedAtMs, endedAtMs, title, keepsReplay, outcome } = broadcast;
  const streamId = softwareBroadcastId(channelId, startedAtMs);
  const [videoId, dollars] = await Promise.all([
    deps.findReplay(streamId),
    deps.costs.visibleCost(billedBroadcast(channelId, startedAtMs)),
  ]);
  return {
    stream_id: streamId,
    title,
    ended_by: outcome.endedBy,
    on_air_since: new Date(outcome.onAirSinceMs).toISOString(),
    ended_at: new Date(endedAtMs).toISOString(),
    duration_s: outcome.receivedMs / 1000,
    keep_replay: keepsReplay,
    video_id: videoId,
    ...(dollars !== undefined && { cost_dollars: dollars }),
  };
}
