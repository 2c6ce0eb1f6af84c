import type { HiddenPeople } from '#shared/people/hidden-people.ts';
import { MAX_HIDDEN_PEOPLE } from '#shared/limits.ts';
import { DomainError, notFound } from '#functions/base/errors.ts';
import type { HiddenPeopleRepository, HiddenPerson } from './hidden-people.repository.ts';

export interface HiddenPeopleDeps {
  readonly hidden: HiddenPeopleRepository;
  readonly channels: { findByUsername(username: string): Promise<HiddenPerson | null> };
}

export async function listHidden({ hidden }: HiddenPeopleDeps, callerId: string): Promise<HiddenPeople> {
  return { usernames: (await hidden.list(callerId)).map(({ username }) => username) };
}

/** Throws `not_found`, and `conflict` for the caller's own name and for too many people. */
export async function hidePerson(
  { hidden, channels }: HiddenPeopleDeps,
  callerId: string,
  username: string,
): Promise<void> {
  const [person, list] = await Promise.all([channels.findByUsername(username), hidden.list(callerId)]);
  if (!person) throw notFound('person');
  if (person.id === callerId) throw new DomainError('conflict', 'hidden_self');
  if (list.length >= MAX_HIDDEN_PEOPLE && !list.some(({ id }) => id === person.id))
    throw new DomainError('conflict', 'too_many_hidden', { max: MAX_HIDDEN_PEOPLE });
  await hidden.add(callerId, { id: person.id, username: person.username });
}

/** Does nothing if the person is not hidden. */
export async function unhidePerson(
  { hidden }: HiddenPeopleDeps,
  callerId: string,
  username: string,
): Promise<void> {
  const name = username.toLowerCase();
  const list = await hidden.list(callerId);
  const person = list.find((one) => one.username.toLowerCase() === name);
  if (person) await hidden.remove(callerId, person.id);
}
