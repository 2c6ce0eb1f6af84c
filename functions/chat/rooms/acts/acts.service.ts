import { decodeTime } from 'ulid';
import type { RoomAct } from '#shared/community/rooms.ts';
import { MAX_MODERATORS } from '#shared/limits.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import { withQuotes } from '../../read-messages.service.ts';
import { requireModerator } from '../permissions.service.ts';
import { publishRoom, timestamp, type RoomsDeps } from '../rooms.service.ts';
import type { ActItem, RemovedComment } from '../act.item.ts';
import type { ActsRepository } from './acts.repository.ts';

export interface ActsDeps extends RoomsDeps {
  readonly acts: ActsRepository;
  /** Returns the messages that the site's moderators have removed, which no one else may restore. */
  readonly removedBySite: (channelId: string, ids: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The same of a comment. */
  readonly isCommentRemovedBySite: (comment: RemovedComment) => Promise<boolean>;
}

/** Newest first. Throws `forbidden`. */
export async function listActs(
  deps: ActsDeps,
  callerId: string,
  channelId: string,
  before: string | undefined,
): Promise<{ acts: RoomAct[]; next: string | null }> {
  await requireModerator(deps, callerId, channelId);
  const nowMs = deps.clock();
  const { items, next } = await deps.acts.list(channelId, before, nowMs);
  const actors = items.flatMap(({ actor_id, undone_by }) => [actor_id, undone_by ?? actor_id]);
  const names = await deps.acts.usernames(actors);
  const acts = items.map((item) => ({
    ...toAct(item, names),
    can_undo: canUndo(item, callerId === channelId, nowMs),
  }));
  return { acts, next };
}

const toAct = (item: ActItem, names: ReadonlyMap<string, string>): Omit<RoomAct, 'can_undo'> => ({
  id: item.sk,
  at: new Date(decodeTime(item.sk)).toISOString(),
  act: item.act,
  by: names.get(item.actor_id) ?? null,
  username: item.username ?? null,
  reason: item.reason ?? '',
  until: timestamp(item.until_ms ?? null),
  messages: item.comment
    ? [{ message: item.comment.text, timestamp: item.comment.at }]
    : (item.messages ?? []).map(({ message, timestamp: at }) => ({ message, timestamp: at })),
  undone:
    item.undone_ms === undefined
      ? null
      : { by: names.get(item.undone_by ?? '') ?? null, at: new Date(item.undone_ms).toISOString() },
});

/** Only the streamer decides on roles. An act that has ended cannot be undone. */
function canUndo({ act, undone_ms, until_ms = Infinity }: ActItem, isStreamer: boolean, nowMs: number) {
  if (undone_ms !== undefined) return false;
  if (act === 'appoint' || act === 'dismiss') return isStreamer;
  if (act === 'remove' || act === 'remove_comment') return true;
  return (act === 'time_out' || act === 'ban' || act === 'lift') && until_ms > nowMs;
}

/** Repeating it changes nothing. Throws `forbidden`, `not_found`, `conflict`. */
export async function undoAct(
  deps: ActsDeps,
  callerId: string,
  channelId: string,
  id: string,
): Promise<void> {
  const actor = await requireModerator(deps, callerId, channelId);
  const item = await findAct(deps, channelId, id);
  // The messages may have been removed again.
  if (item.undone_ms !== undefined) return publishUndone(deps, channelId, { ...item, messages: [] });
  if (!canUndo(item, callerId === channelId, actor.atMs)) throw new DomainError('conflict', 'no_decision');
  if (item.act === 'dismiss') await requireRoomForModerator(deps, channelId);
  if (!(await deps.acts.undo(actor, item))) throw new DomainError('conflict', 'changed_elsewhere');
  await publishUndone(deps, channelId, item);
}

async function findAct(deps: ActsDeps, channelId: string, id: string): Promise<ActItem> {
  const { acts, removedBySite, isCommentRemovedBySite } = deps;
  const item = requireFound(await acts.find(channelId, id), 'page');
  if (item.comment && (await isCommentRemovedBySite(item.comment))) return { ...item, comment: undefined };
  if (!item.messages) return item;
  const ids = item.messages.map(({ sk }) => sk);
  const removed = await removedBySite(channelId, ids);
  return { ...item, messages: item.messages.filter(({ sk }) => !removed.has(sk)) };
}

async function requireRoomForModerator({ rooms }: ActsDeps, channelId: string): Promise<void> {
  const { moderators } = await rooms.findCurrent(channelId);
  if (moderators.length >= MAX_MODERATORS)
    throw new DomainError('conflict', 'too_many_moderators', { max: MAX_MODERATORS });
}

/** Messages of one event, which have at most 25 kB together. */
const MESSAGES_PER_EVENT = 10;

async function publishUndone(deps: ActsDeps, channelId: string, item: ActItem): Promise<void> {
  const { act, username = '' } = item;
  if (act === 'appoint' || act === 'dismiss') await publishRoom(deps, channelId);
  else if (act !== 'remove' && act !== 'remove_comment')
    await deps.publish(channelId, { type: 'sanction', username });
  const nowMs = deps.clock();
  const restored = await withQuotes({ chat: deps.chat, channelId, nowMs }, deps.acts.messagesOf(item));
  for (let from = 0; from < restored.length; from += MESSAGES_PER_EVENT) {
    const part = restored.slice(from, from + MESSAGES_PER_EVENT);
    await deps.publish(channelId, { type: 'restored', messages: part });
  }
}
