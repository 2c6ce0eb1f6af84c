import type { EndedNews } from '../../shared/people/news.ts';
import { notFound } from '../base/errors.ts';
import type { NewsKeys } from './news-keys.ts';
import type { PreferencesRepository } from './table/preferences.repository.ts';

interface UnsubscribeDeps {
  readonly keys: NewsKeys;
  readonly preferences: PreferencesRepository;
}

/** Which mails a link unsubscribes from, and whether they are off. Throws `not_found` for an invalid link. */
export async function getUnsubscribed(
  { keys, preferences }: UnsubscribeDeps,
  token: string,
): Promise<EndedNews> {
  const { personId, kind } = linkOf(keys, token);
  const { mail } = await preferences.find(personId);
  return { kind, is_ended: !mail[kind] };
}

/** Turns the mails of a link's kind on or off. Throws `not_found`. */
export async function setMailEnabled(
  { keys, preferences }: UnsubscribeDeps,
  token: string,
  isOn: boolean,
): Promise<EndedNews> {
  const { personId, kind } = linkOf(keys, token);
  await preferences.change(personId, (known) =>
    known.mail[kind] === isOn ? null : { ...known, mail: { ...known.mail, [kind]: isOn } },
  );
  return { kind, is_ended: !isOn };
}

function linkOf(keys: NewsKeys, token: string) {
  const link = keys.endOf(token);
  if (!link) throw notFound('Link');
  return link;
}
