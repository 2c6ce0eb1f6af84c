import { MINUTE_MS } from '#shared/plain/time.ts';
import { MAX_MODERATORS } from '#shared/limits.ts';
import type { ChatRoom, Sanction, Sanctions } from '#shared/community/rooms.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import {
  requireApplied,
  requireLowerRank,
  requireModerator,
  requireStreamer,
} from './permissions.service.ts';
import type { Person, SanctionTerms } from './room.ts';
import { publishRoom, timestamp, type RoomsDeps } from './rooms.service.ts';

/** Lifts a sanction of the new moderator. Throws `forbidden`, `not_found`, `conflict`. */
export async function appointModerator(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  username: string,
): Promise<ChatRoom> {
  const actor = requireStreamer(deps, callerId, channelId);
  const person = await findPerson(deps, username);
  if (person.id === channelId) throw new DomainError('conflict', 'moderates_already');
  const { moderators } = await deps.rooms.findCurrent(channelId);
  if (!moderators.includes(person.username)) {
    if (moderators.length >= MAX_MODERATORS)
      throw new DomainError('conflict', 'too_many_moderators', { max: MAX_MODERATORS });
    await deps.rooms.addModerator(actor, person);
  }
  return publishRoom(deps, channelId);
}

/** Throws `forbidden`, `not_found`. */
export async function dismissModerator(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  username: string,
): Promise<ChatRoom> {
  const actor = requireStreamer(deps, callerId, channelId);
  const person = await findPerson(deps, username);
  if (await deps.rooms.isModerator(channelId, person.id)) await deps.rooms.removeModerator(actor, person);
  return publishRoom(deps, channelId);
}

interface NewSanction {
  readonly channelId: string;
  readonly username: string;
  /** `null`: a ban. */
  readonly minutes: number | null;
  readonly reason?: string | undefined;
}

/** Times a person out for some minutes, or bans them (`null`). Throws `forbidden`, `not_found`, `conflict`. */
export async function addSanction(
  deps: RoomsDeps,
  callerId: string,
  { channelId, username, minutes, reason = '' }: NewSanction,
): Promise<Sanction> {
  const actor = await requireModerator(deps, callerId, channelId);
  const person = await findPerson(deps, username);
  if (person.id === callerId) throw new DomainError('conflict', 'sanction_of_self');
  await requireLowerRank(deps, actor, person.id);
  const untilMs = minutes === null ? null : deps.clock() + minutes * MINUTE_MS;
  const existing = untilMs === null ? await deps.rooms.findSanction(channelId, person.id, actor.atMs) : null;
  // A repeated ban keeps the appeal.
  if (existing?.untilMs === null && existing.reason === reason) return toSanction({ ...person, ...existing });
  const terms = { untilMs, reason, appeal: null };
  await requireApplied(deps.rooms.addSanction(actor, person, terms));
  await deps.publish(channelId, { type: 'sanction', username: person.username });
  // The streamer's sanction also removes a moderator's role.
  if (callerId === channelId) await publishRoom(deps, channelId);
  return toSanction({ ...person, ...terms });
}

/** Throws `forbidden`, `not_found`. */
export async function liftSanction(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  username: string,
): Promise<void> {
  const actor = await requireModerator(deps, callerId, channelId);
  const person = await findPerson(deps, username);
  if (person.id === callerId) throw new DomainError('conflict', 'sanction_lifted_by_self');
  const sanction = await deps.rooms.findSanction(channelId, person.id, actor.atMs);
  if (sanction) await requireApplied(deps.rooms.removeSanction(actor, person, sanction));
  await deps.publish(channelId, { type: 'sanction', username: person.username });
}

/** Throws `conflict` if the caller may write, is blocked, or has appealed already. */
export async function appealSanction(
  { rooms, clock }: RoomsDeps,
  callerId: string,
  channelId: string,
  words: string,
): Promise<void> {
  const nowMs = clock();
  const { sanction, isBlocked, isModerator } = await rooms.permissionsOf(channelId, callerId, nowMs);
  if (!sanction || isModerator) throw new DomainError('conflict', 'not_silenced');
  if (isBlocked) throw new DomainError('conflict', 'banned');
  const appeal = { words, at: new Date(nowMs).toISOString() };
  if (!(await rooms.appeal(channelId, callerId, appeal)))
    throw new DomainError('conflict', 'already_appealed');
}

/** Throws `forbidden`. */
export async function listSanctions(
  deps: RoomsDeps,
  callerId: string,
  channelId: string,
  after: string | undefined,
): Promise<Sanctions> {
  await requireModerator(deps, callerId, channelId);
  const { people, next } = await deps.rooms.listSanctions(channelId, after, deps.clock());
  return { sanctions: people.map(toSanction), next };
}

const toSanction = ({ username, untilMs, reason, appeal }: Person & SanctionTerms): Sanction => ({
  username,
  until: timestamp(untilMs),
  reason,
  appeal,
});

/** Throws `not_found`. */
export async function findPerson({ channels }: Pick<RoomsDeps, 'channels'>, name: string): Promise<Person> {
  const found = requireFound(await channels.findByUsername(name), 'person');
  return { id: found.id, username: found.username };
}
