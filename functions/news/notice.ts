/** What happened, of which people are told. Pure. */
import { HOUR_MS } from '../../shared/plain/time.ts';
import { hash } from 'node:crypto';
import type { NewsKind, PlanChangeKind } from '../../shared/people/news.ts';
import type { PlanBody } from '../../shared/channels/schedules.ts';

/** When a plan takes place, and when not. */
export interface PlanTimes extends Pick<
  PlanBody,
  'start_date' | 'start_time' | 'time_zone' | 'duration_min' | 'repeat' | 'weekdays' | 'end_date'
> {
  /** Days on which it does not take place. */
  readonly cancelled: readonly string[];
  readonly is_cancelled: boolean;
}

/** What has become of a plan of a channel. */
export interface PlanChange {
  readonly kind: PlanChangeKind;
  readonly plan_id: string;
  readonly before: PlanTimes;
  readonly after: PlanTimes;
}

/** Every id of a notice follows from what happened, so that the same is told once however often it is noticed. */
export interface Notice {
  readonly id: string;
  readonly kind: NewsKind;
  readonly channelId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly videoId?: string | undefined;
  /** Who named others in the channel's chat. */
  readonly authorId?: string | undefined;
  /** The usernames that were named, in lower case. */
  readonly named?: readonly string[] | undefined;
  /** What a reminder is of: the occurrence of the channel's plan. */
  readonly occurrenceId?: string | undefined;
  /** What is not as those expect it who want to be reminded; without, it is about to begin. */
  readonly change?: PlanChange | undefined;
  /** What the stream or the video was called when the first people were told; of a reminder, the plan. */
  readonly title?: string | undefined;
}

/** Says neither who nor what: rows in people's lists refer to it, and say nothing once it is gone. */
const idOf = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('#'), 'base64url').slice(0, 22);

/** `airing` tells a channel's broadcasts apart. */
export const wentLive = (channelId: string, airing: string, nowMs: number): Notice => ({
  id: idOf('live', channelId, airing),
  kind: 'live',
  channelId,
  at: new Date(nowMs).toISOString(),
});

export const videoNoticeId = (videoId: string): string => idOf('video', videoId);

export const videoPublished = (
  video: { readonly id: string; readonly channel_id: string; readonly kind: 'upload' | 'replay' },
  nowMs: number,
): Notice => ({
  id: videoNoticeId(video.id),
  kind: video.kind === 'replay' ? 'replay' : 'video',
  channelId: video.channel_id,
  at: new Date(nowMs).toISOString(),
  videoId: video.id,
});

/** Of all that one person writes into a chat in an hour, there is one. */
export function namedInChat(
  channelId: string,
  authorId: string,
  named: readonly string[],
  atMs: number,
): Notice {
  return {
    id: idOf('mention', channelId, authorId, hourOf(atMs)),
    kind: 'mention',
    channelId,
    authorId,
    named,
    at: new Date(atMs).toISOString(),
  };
}

/** Of what begins at that time; moved to another, it is told again. */
export const aboutToBegin = (
  planned: { readonly channelId: string; readonly occurrenceId: string; readonly title: string },
  startsMs: number,
  dueMs: number,
): Notice => ({
  ...planned,
  id: idOf('reminder', planned.channelId, planned.occurrenceId, String(startsMs)),
  kind: 'reminder',
  at: new Date(dueMs).toISOString(),
});

/** Of a change of a plan, the `sequence`th. */
export const planChanged = (
  changed: { readonly channelId: string; readonly change: PlanChange; readonly title: string },
  sequence: number,
  nowMs: number,
): Notice => ({
  ...changed,
  id: idOf('plan', changed.channelId, changed.change.plan_id, String(sequence)),
  kind: 'reminder',
  at: new Date(nowMs).toISOString(),
});

/**
 * The place in somebody's list that a notice takes, and no other can: they are told once. However many name somebody in one
 * chat, that is one piece of news an hour.
 */
export function placeOf({ id, kind, channelId, at }: Notice): string {
  if (kind !== 'mention') return `${at}#${id}`;
  const hour = hourOf(Date.parse(at));
  return `${hour}#${idOf('mention', channelId, hour)}`;
}

const hourOf = (atMs: number): string => new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS).toISOString();
