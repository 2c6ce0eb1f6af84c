import type { BroadcastFigures } from '#shared/live/stream-health.ts';
import { authorize } from '#functions/base/authorized.ts';
import { requireFound } from '#functions/base/errors.ts';
import type { StreamHealthDeps } from './stream-health.service.ts';

/** A broadcast that has ended. Times in ms since 1970. */
export interface EndedBroadcast {
  readonly channelId: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly newFollowers: number;
  /** Of a broadcast that may be shorter than a minute. @default 0 */
  readonly lastViewers?: number | undefined;
}

export interface FiguresDeps extends Pick<StreamHealthDeps, 'audience'> {
  /** `null` for a broadcast that is live or unknown. */
  readonly findEnded: (streamId: string) => Promise<EndedBroadcast | null>;
  readonly countMessages: (channelId: string, fromMs: number, untilMs: number) => Promise<number>;
}

/** Returns the figures of a broadcast of the caller. Throws `not_found`, `forbidden`. */
export async function broadcastFigures(
  { findEnded, audience, countMessages }: FiguresDeps,
  callerId: string,
  streamId: string,
): Promise<BroadcastFigures> {
  const ended = requireFound(await findEnded(streamId), 'broadcast');
  const {
    channelId,
    fromMs,
    untilMs,
    newFollowers,
    lastViewers = 0,
  } = authorize(callerId, ended.channelId, ended, 'broadcast');
  const [points, messages] = await Promise.all([
    audience(channelId, fromMs, untilMs),
    countMessages(channelId, fromMs, untilMs),
  ]);
  const peak_viewers = Math.max(lastViewers, ...points.map(({ viewers }) => viewers));
  return { peak_viewers, new_followers: newFollowers, messages };
}
