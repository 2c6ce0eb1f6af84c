/**
 * The minute tick's work on live channels and broadcasts, divided among invocations of the same Lambda that run at once:
 * each channel takes some 25 ms of its processor (`npm run bench -- tick`), and an invocation ends after a minute.
 */
import { selfInvoker } from './aws/self-invocation.ts';
import type { Signing } from './aws/signed-requests.ts';
import { drawOf } from './presence/presence.sampling.ts';

/** The `detail` of an event of the type `TICK_PART`; `part` counts from 0. */
export interface TickPart {
  readonly part: number;
  readonly of: number;
}

export const TICK_PART = 'Tick Part';

/** The alias of the Lambda `events` by which ticks and their parts run. Failed ones are not retried: the next minute is the retry. */
export const TICKS_ALIAS = 'ticks';

/** Live channels of one invocation. */
const MOST_CHANNELS = 250;

export const partsFor = (channels: number): number => Math.max(1, Math.ceil(channels / MOST_CHANNELS));

/** Whether a channel belongs to the part; each belongs to one. */
export const isInPart = (channelId: string, { part, of }: TickPart): boolean =>
  Math.floor(drawOf(channelId, 'tick') * of) === part;

/** Invokes this Lambda asynchronously for a part. Throws if Lambda does not accept it. */
export function partInvoker(signing: Signing): (part: TickPart) => Promise<void> {
  const invoke = selfInvoker(signing, TICKS_ALIAS);
  return (detail) => invoke({ 'detail-type': TICK_PART, detail });
}
