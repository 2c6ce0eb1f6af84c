import { DomainError } from '../../base/errors.ts';
import type { RoomActor } from './room.ts';
import type { RoomReads } from './rooms.repository.ts';

interface Deps {
  readonly rooms: Pick<RoomReads, 'isModerator'>;
}

const notModerator = (): DomainError => new DomainError('forbidden', 'only_chat_moderators');

/** Throws `forbidden` unless the caller is the streamer or a moderator. */
export async function requireModerator(
  { rooms }: Deps,
  actorId: string,
  channelId: string,
): Promise<RoomActor> {
  if (actorId !== channelId && !(await rooms.isModerator(channelId, actorId))) throw notModerator();
  return { actorId, channelId };
}

/** Throws `forbidden` unless the caller is the streamer. */
export function requireStreamer(actorId: string, channelId: string): void {
  if (actorId !== channelId) throw new DomainError('forbidden', 'only_streamer');
}

/** Throws `forbidden` if a write was not applied because the actor has lost the role since `requireModerator`. */
export async function requireApplied(write: Promise<boolean>): Promise<void> {
  if (!(await write)) throw notModerator();
}

/** Throws `forbidden` if a moderator acts against the streamer or another moderator. */
export async function requireLowerRank(
  { rooms }: Deps,
  { actorId, channelId }: RoomActor,
  personId: string,
): Promise<void> {
  if (actorId === channelId || actorId === personId) return;
  if (personId === channelId || (await rooms.isModerator(channelId, personId)))
    throw new DomainError('forbidden', 'sanction_of_moderator');
}
