/** What it may cost to make a broadcast's replay, and to make it again with late media. */
import { DomainError } from '../base/errors.ts';
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

/** Charges a transcoding, once however often it is repeated. False where today's budget has too little left. */
export async function chargeTranscoding(
  { budgets }: Pick<ProcessingDeps, 'budgets'>,
  { id, channelId }: BroadcastKey,
  { part, durationS }: Transcoding,
): Promise<boolean> {
  try {
    await budgets.take('replays', { channelId, itemId: id + part, amount: Math.ceil(durationS) });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'too_many_requests') return false;
    throw error;
  }
}
