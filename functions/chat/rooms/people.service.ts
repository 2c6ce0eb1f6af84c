/** Who looks after a chat, and who may not write in it. */
import { MAX_MODERATORS } from '../../../shared/limits.ts';
import type { ChatRoom, Sanction, Sanctions } from '../../../shared/community/rooms.ts';
import { DomainError, notFound } from '../../base/errors.ts';
import { acting, mustBeStreamer, mustHappen, mustNotOutrank } from './acting.service.ts';
import type { Person, RoomsPorts, Silence } from './ports.ts';
import { announceRoom, timestamp } from './rooms.service.ts';

const MINUTE_MS = 60_000;

/** Names a moderator; whom was silenced may write again. Throws `forbidden`, `not_found`, `conflict`. */
export async function nameModerator(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  username: string,
): Promise<ChatRoom> {
  mustBeStreamer(callerId, channelId);
  const person = await personCalled(ports, username);
  if (person.id === channelId) throw new DomainError('conflict', 'You look after your own chat already.');
  const { moderators } = await ports.rooms.findCurrent(channelId);
  if (moderators.length >= MAX_MODERATORS && !moderators.includes(person.username))
    throw new DomainError('conflict', `A chat has at most ${MAX_MODERATORS} moderators.`);
  await ports.rooms.addModerator(channelId, person);
  return announceRoom(ports, channelId);
}

/** Takes the role back. Throws `forbidden` and `not_found`. */
export async function dismissModerator(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  username: string,
): Promise<ChatRoom> {
  mustBeStreamer(callerId, channelId);
  const { id } = await personCalled(ports, username);
  await ports.rooms.removeModerator(channelId, id);
  return announceRoom(ports, channelId);
}

/** Silences somebody for some minutes, or until it is taken back (`null`). Throws `forbidden`, `not_found`, `conflict`. */
export async function sanction(
  ports: RoomsPorts,
  callerId: string,
  { channelId, username, minutes }: { channelId: string; username: string; minutes: number | null },
): Promise<Sanction> {
  const act = await acting(ports, callerId, channelId);
  const person = await personCalled(ports, username);
  if (person.id === callerId) throw new DomainError('conflict', 'You cannot silence yourself.');
  await mustNotOutrank(ports, act, person.id);
  const untilMs = minutes === null ? null : ports.clock() + minutes * MINUTE_MS;
  await mustHappen(ports.rooms.silence(act, person, { untilMs }));
  // The streamer takes a moderator's role with it.
  if (callerId === channelId) await announceRoom(ports, channelId);
  return toSanction({ ...person, untilMs });
}

/** Lets somebody write again. Throws `forbidden` and `not_found`. */
export async function liftSanction(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  username: string,
): Promise<void> {
  const act = await acting(ports, callerId, channelId);
  const { id } = await personCalled(ports, username);
  if (id === callerId) throw new DomainError('conflict', 'You cannot do that for yourself.');
  await mustHappen(ports.rooms.unsilence(act, id));
}

/** A page of those who may not write. Throws `forbidden`. */
export async function listSanctions(
  ports: RoomsPorts,
  callerId: string,
  channelId: string,
  after: string | undefined,
): Promise<Sanctions> {
  await acting(ports, callerId, channelId);
  const { people, next } = await ports.rooms.silenced(channelId, after, ports.clock());
  return { sanctions: people.map(toSanction), next };
}

const toSanction = ({ username, untilMs }: Person & Silence): Sanction => ({
  username,
  until: timestamp(untilMs),
});

async function personCalled({ channels }: Pick<RoomsPorts, 'channels'>, name: string): Promise<Person> {
  const found = await channels.findByUsername(name);
  if (!found) throw notFound('Person');
  return { id: found.id, username: found.username };
}
