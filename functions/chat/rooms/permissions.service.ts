import { ulid } from 'ulid';
import { DomainError } from '#functions/base/errors.ts';
import type { RoomActor } from './room.ts';
import type { RoomReads } from './rooms.repository.ts';

interface Deps {
  readonly rooms: Pick<RoomReads, 'isModerator'>;
  readonly clock: () => number;
}

const notModerator = (): DomainError => new DomainError('forbidden', 'only_chat_moderators');

/** Throws `forbidden` unless the caller is the streamer or a moderator. */
export async function requireModerator(
  { rooms, clock }: Deps,
  actorId: string,
  channelId: string,
): Promise<RoomActor> {
  if (actorId !== channelId && !(await rooms.isModerator(channelId, actorId))) throw notModerator();
  return actorOf(actorId, channelId, clock());
}

const actorOf = (actorId: string, channelId: string, atMs: number): RoomActor => ({
  actorId,
  channelId,
  actId: ulid(atMs),
  atMs,
});

/** Throws `forbidden` unless the caller is the streamer. */
export function requireStreamer(
  { clock }: Pick<Deps, 'clock'>,
  actorId: string,
  channelId: string,
): RoomActor {
  if (actorId !== channelId) throw new DomainError('forbidden', 'only_streamer');
  return actorOf(actorId, channelId, clock());
}

/** Throws `forbidden` if a write was not applied because the actor has lost the role since `requireModerator`. */
export async function requireApplied(write: Promise<boolean>): Promise<void> {
  if (!(await write)) throw notModerator();
}

/** Throws `forbidden` if a moderator acts against the streamer or another moderator. */
export async function requireLowerRank(
  { rooms }: Pick<Deps, 'rooms'>,
  { actorId, channelId }: RoomActor,
  personId: string,
): Promise<void> {
  if (actorId === channelId || actorId === personId) return;
  if (personId === channelId || (await rooms.isModerator(channelId, personId)))
    throw new DomainError('forbidden', 'sanction_of_moderator');
}
