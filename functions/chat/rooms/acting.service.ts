/** Who may act in a room: its streamer, and the moderators whom they have named. */
import { DomainError } from '../../base/errors.ts';
import type { Acting, RoomsPorts } from './ports.ts';

const stranger = (): DomainError =>
  new DomainError('forbidden', 'Only the streamer and the moderators of this chat can do that.');

/** Throws `forbidden` where the caller is neither streamer nor moderator. */
export async function acting(
  { rooms }: Pick<RoomsPorts, 'rooms'>,
  actorId: string,
  channelId: string,
): Promise<Acting> {
  if (actorId !== channelId && !(await rooms.isModerator(channelId, actorId))) throw stranger();
  return { actorId, channelId };
}

/** Throws `forbidden` where the caller is not the streamer. */
export function mustBeStreamer(actorId: string, channelId: string): void {
  if (actorId !== channelId)
    throw new DomainError('forbidden', 'Only the streamer of this chat can do that.');
}

/** Whoever was a moderator when they were asked, and is none at the write, has changed nothing. Throws `forbidden`. */
export async function mustHappen(write: Promise<boolean>): Promise<void> {
  if (!(await write)) throw stranger();
}

/** A moderator leaves the streamer and the other moderators alone. Throws `forbidden`. */
export async function mustNotOutrank(
  { rooms }: Pick<RoomsPorts, 'rooms'>,
  { actorId, channelId }: Acting,
  personId: string,
): Promise<void> {
  if (actorId === channelId || actorId === personId) return;
  if (personId === channelId || (await rooms.isModerator(channelId, personId)))
    throw new DomainError('forbidden', 'Moderators cannot act against the streamer or another moderator.');
}
