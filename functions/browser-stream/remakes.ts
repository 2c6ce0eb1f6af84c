/** Limits the cost of making a broadcast's replay, and of remaking it with late media. */
import { isWithinLimit } from '#functions/base/errors.ts';
import { logStep } from '#functions/log/log.ts';
import type { BroadcastKey } from './broadcast.ts';
import type { ProcessingDeps } from './deps.ts';

const MAX_REMAKES = 2;
/** How often a replay is transcoded: once, and again for what came late. */
export const MAX_TRANSCODINGS = 1 + MAX_REMAKES;

interface Transcoding {
  /** Letters and digits, unique in the broadcast. */
  readonly part: string;
  readonly durationS: number;
}

/**
 * Charges a transcoding, once however often it is repeated. False if today's budget has too little left, which is
 * logged, because no request is refused.
 */
export const chargeTranscoding = (
  { budgets }: Pick<ProcessingDeps, 'budgets'>,
  { id, channelId }: BroadcastKey,
  { part, durationS }: Transcoding,
): Promise<boolean> =>
  isWithinLimit(
    budgets.take('replays', { channelId, itemId: id + part, amount: Math.ceil(durationS) }),
    ({ message: reason }) =>
      logStep('browser-stream.budget', { broadcast: id, channel: channelId, part, reason }),
  );
