/** Events that people are notified of. Pure. */
import { TITLE_MAX_LENGTH } from '#shared/limits.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { hash } from 'node:crypto';
import type { NewsKind, PlanChangeKind, PlanTiming } from '#shared/people/news.ts';
import type { ModerationEvent } from '#shared/plain/moderation/moderation-events.ts';
import type { PlanBody } from '#shared/channels/schedules.ts';

export interface PlanTimes extends Omit<PlanBody, 'title' | 'game'> {
  /** Days on which the plan does not take place. */
  readonly cancelled: readonly string[];
  readonly is_cancelled: boolean;
}

export interface PlanChange {
  readonly kind: PlanChangeKind;
  readonly plan_id: string;
  /** Of the one day that has changed, or of the plan as it is now; absent if the plan is cancelled. */
  readonly timing?: PlanTiming;
  readonly before: PlanTimes;
  readonly after: PlanTimes;
}

/** Its id is derived from the event, so that an event is notified once. */
export interface Notice {
  readonly id: string;
  readonly kind: NewsKind;
  readonly channelId: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly videoId?: string | undefined;
  readonly clipId?: string | undefined;
  /** The author of the mention or the appeal. */
  readonly authorId?: string | undefined;
  /** The mentioned usernames, in lower case. */
  readonly named?: readonly string[] | undefined;
  readonly occurrenceId?: string | undefined;
  /** The change of a plan; absent if it is about to begin. */
  readonly change?: PlanChange | undefined;
  /** The only recipient, of moderation and comments. */
  readonly personId?: string | undefined;
  readonly event?: ModerationEvent | undefined;
  /** The title of the stream or video when the delivery began, or of the plan. */
  readonly title?: string | undefined;
}

/** A hash, so that entries in people's lists name no user once the notice is deleted. */
const idOf = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('#'), 'base64url').slice(0, 22);

/** `broadcastId` is one of the channel's. */
export const liveNotice = (channelId: string, broadcastId: string, nowMs: number): Notice => ({
  id: idOf('live', channelId, broadcastId),
  kind: 'live',
  channelId,
  at: new Date(nowMs).toISOString(),
});

export const videoNoticeId = (videoId: string): string => idOf('video', videoId);

export const videoNotice = (
  video: { readonly id: string; readonly channel_id: string; readonly kind: 'upload' | 'replay' },
  nowMs: number,
): Notice => ({
  id: videoNoticeId(video.id),
  kind: video.kind === 'replay' ? 'replay' : 'video',
  channelId: video.channel_id,
  at: new Date(nowMs).toISOString(),
  videoId: video.id,
});

/** One notice per author, chat and hour. */
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

/** A plan that moves to another time gets another notice. */
export const planNotice = (
  planned: { readonly channelId: string; readonly occurrenceId: string; readonly title: string },
  startsMs: number,
  dueMs: number,
): Notice => ({
  ...planned,
  id: idOf('reminder', planned.channelId, planned.occurrenceId, String(startsMs)),
  kind: 'reminder',
  at: new Date(dueMs).toISOString(),
});

/** `sequence` numbers the changes of a plan. */
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

interface Moderated {
  /** The chat's, or the person's own. */
  readonly channelId: string;
  readonly personId: string;
  readonly event: ModerationEvent;
  /** Of an appeal, which is deleted with their account. */
  readonly authorId?: string | undefined;
  /** The beginning of what was removed. */
  readonly title?: string | undefined;
}

/** `decision` identifies it among those about the person. */
export const moderated = (facts: Moderated, decision: string, atMs: number): Notice => ({
  ...facts,
  title: facts.title && Array.from(facts.title).slice(0, TITLE_MAX_LENGTH).join(''),
  id: idOf('moderation', facts.personId, facts.event, decision),
  kind: 'moderation',
  at: new Date(atMs).toISOString(),
});

/** One notice per chat and hour, about the latest of the removed messages. */
export const messageRemoved = (
  removed: { readonly channelId: string; readonly personId: string; readonly title: string },
  atMs: number,
): Notice =>
  moderated({ ...removed, event: 'message_removed' }, `${removed.channelId}#${hourOf(atMs)}`, atMs);

interface Commented {
  /** Of the video or clip. */
  readonly channelId: string;
  readonly videoId?: string | undefined;
  readonly clipId?: string | undefined;
  readonly personId: string;
}

/**
 * One notice per video or clip, person and hour, for its owner, or who has made the clip. Names no author, so that nothing of
 * theirs is left in it.
 */
export const commentNotice = (commented: Commented, atMs: number): Notice => ({
  ...commented,
  id: idOf('comment', commented.videoId ?? `${commented.clipId}#${commented.personId}`, hourOf(atMs)),
  kind: 'comment',
  at: new Date(atMs).toISOString(),
});

/** One notice per answered comment and hour, for its author. */
export const replyNotice = (commented: Commented, commentId: string, atMs: number): Notice => ({
  ...commented,
  id: idOf('reply', commentId, hourOf(atMs)),
  kind: 'reply',
  at: new Date(atMs).toISOString(),
});

/**
 * The sort key of a notice in a person's list. Mentions in one chat within an hour share an entry. So do removed messages and
 * comments, at the end of the hour, because a person may have read their list since its beginning.
 */
export function sortKeyOf({ id, kind, channelId, at, event }: Notice): string {
  const atMs = Date.parse(at);
  if (event === 'message_removed' || kind === 'comment' || kind === 'reply')
    return `${hourOf(atMs + HOUR_MS)}#${id}`;
  if (kind !== 'mention') return `${at}#${id}`;
  const hour = hourOf(atMs);
  return `${hour}#${idOf('mention', channelId, hour)}`;
}

const hourOf = (atMs: number): string => new Date(Math.floor(atMs / HOUR_MS) * HOUR_MS).toISOString();

interface Words {
  readonly channelId: string;
  readonly authorId: string;
}

/** Returns whether a channel's owner refuses an author's text: see `refusalsIn`. */
export type FindRefusals = (words: readonly Words[]) => Promise<(words: Words) => unknown>;
