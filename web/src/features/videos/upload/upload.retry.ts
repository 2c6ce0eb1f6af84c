/** What to do about a part that was not taken. Pure. */
import { isPassingStatus, statusOf } from '../../../lib/api/retry.ts';

/**
 * - `again`: the network or a server had a bad moment
 * - `refresh`: the address has expired, or the upload is not what it was: ask the API first
 * - `never`: a refusal, or a fault of our own
 */
export type Verdict = 'again' | 'refresh' | 'never';

/** S3 answers 403 to an expired address, 404 to an ended upload. */
export function verdictOnPart(error: unknown): Verdict {
  const status = statusOf(error);
  if (isPassingStatus(status)) return 'again';
  return status === 403 || status === 404 ? 'refresh' : 'never';
}
