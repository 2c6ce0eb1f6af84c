import { lastIdOf } from '#functions/base/ids-of-moment.ts';
import type { RoomMessages } from './messages.repository.ts';
import { requireApplied, requireLowerRank, requireModerator } from './permissions.service.ts';
import { findPerson } from './people.service.ts';
import { publishRoom, type RoomsDeps } from './rooms.service.ts';

export interface RemovalDeps extends RoomsDeps {
  readonly messages: RoomMessages;
}

/**
 * Removes a message: the author their own, moderators those of others. Publishes a missing message's removal too: an
 * earlier call may have failed after the write. Throws `forbidden`.
 */
export async function removeMessage(
  deps: RemovalDeps,
  callerId: string,
  channelId: string,
  id: string,
): Promise<void> {
  const found = await deps.messages.find(channelId, id);
  if (found?.authorId === callerId) await deps.rooms.removeOwnMessage(channelId, callerId, id);
  else {
    const actor = await requireModerator(deps, callerId, channelId);
    if (found) {
      const { authorId, message } = found;
      await requireLowerRank(deps, actor, authorId);
      const author = { id: authorId, username: message.username };
      await requireApplied(deps.rooms.removeMessages(actor, author, [message]));
    }
  }
  await publishRemoved(deps, channelId, [id]);
}

interface PersonsMessages {
  readonly channelId: string;
  readonly username: string;
  /** An id. @default all */
  readonly after?: string | undefined;
  readonly cursor?: string | undefined;
}

/** Removes a page of a person's messages, newest first. Throws `forbidden`, `not_found`. */
export async function removeMessagesOf(
  deps: RemovalDeps,
  callerId: string,
  { channelId, username, after, cursor }: PersonsMessages,
): Promise<{ removed: number; next: string | null }> {
  const actor = await requireModerator(deps, callerId, channelId);
  const author = await findPerson(deps, username);
  await requireLowerRank(deps, actor, author.id);
  const { messages, next } = await deps.messages.listBy(channelId, author.id, { after, before: cursor });
  if (messages.length > 0) {
    await requireApplied(deps.rooms.removeMessages(actor, author, messages));
    await publishRemoved(
      deps,
      channelId,
      messages.map(({ sk }) => sk),
    );
  }
  return { removed: messages.length, next };
}

/** Throws `forbidden`. */
export async function clearChat(deps: RoomsDeps, callerId: string, channelId: string): Promise<void> {
  const actor = await requireModerator(deps, callerId, channelId);
  const before = lastIdOf(deps.clock());
  await requireApplied(deps.rooms.clear(actor, before));
  await deps.publish(channelId, { type: 'cleared', before });
  await publishRoom(deps, channelId);
}

async function publishRemoved(deps: RoomsDeps, channelId: string, ids: readonly string[]): Promise<void> {
  await deps.publish(channelId, { type: 'removed', ids });
  const { pinnedId } = await deps.rooms.find(channelId);
  if (pinnedId !== undefined && ids.includes(pinnedId)) await publishRoom(deps, channelId);
}
