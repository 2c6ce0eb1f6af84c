import { hash } from 'node:crypto';
import { MAX_NEWS_BROWSERS } from '#shared/limits.ts';
import type {
  Bell,
  EndedNews,
  NewsBrowser,
  NewsChoice,
  NewsSettings,
  PushSubscription,
  UnreadNews,
} from '#shared/people/news.ts';
import { DomainError, requireFound } from '#functions/base/errors.ts';
import type { Caller } from '#functions/http/context.ts';
import { countUnread, type ListDeps } from './list-news.service.ts';
import type { NewsKeys } from './news-keys.ts';
import type { BellsRepository } from '#functions/follows/index.ts';
import type { NewsPreferences, PushBrowser } from './table/news.item.ts';
import { isPushAddress } from './push-address.ts';
import { isPushKey } from './push-key.ts';
import type { EntriesRepository } from './table/entries.repository.ts';
import type { PreferencesRepository } from './table/preferences.repository.ts';

export interface NewsDeps {
  readonly entries: EntriesRepository;
  readonly preferences: PreferencesRepository;
  readonly bells: BellsRepository;
  readonly keys: NewsKeys;
  /** See `isPushAddress`. */
  readonly pushOrigins: string;
  readonly clock: () => number;
}

export async function unreadNews(
  { keys, ...deps }: ListDeps & Pick<NewsDeps, 'keys'>,
  personId: string,
): Promise<UnreadNews> {
  return { unread: await countUnread(deps, personId), push_key: keys.push[0].publicKey };
}

/** Turns the bell of a followed channel on or off. Throws `conflict` when it cannot ring, without a follow. */
export async function setBell(
  { bells }: NewsDeps,
  personId: string,
  channelId: string,
  isOn: boolean,
): Promise<Bell> {
  const isFollowed = await bells.ring(personId, channelId, isOn);
  if (isOn && !isFollowed) throw new DomainError('conflict', 'follow_first');
  return { bell: isOn };
}

type SettingsDeps = Pick<NewsDeps, 'preferences' | 'keys'>;

export const newsSettings = async (deps: SettingsDeps, personId: string): Promise<NewsSettings> =>
  toSettings(deps, await deps.preferences.find(personId));

export async function changeNewsChoice(
  deps: SettingsDeps,
  personId: string,
  { push, mail }: NewsChoice,
): Promise<NewsSettings> {
  return toSettings(deps, await deps.preferences.change(personId, (known) => ({ ...known, push, mail })));
}

/** Throws `invalid_request` if the endpoint is not at a known push service, or no push can be encrypted by its key. */
export async function addBrowser(
  { preferences, keys, pushOrigins, clock }: NewsDeps,
  { id: personId, sessionId }: Caller,
  { endpoint, keys: own }: PushSubscription,
  name: string,
): Promise<NewsBrowser> {
  if (!isPushAddress(endpoint, pushOrigins))
    throw new DomainError('invalid_request', 'not_a_push_address', { field: 'endpoint' });
  if (!isPushKey(own.p256dh))
    throw new DomainError('invalid_request', 'not_a_push_key', { field: 'keys.p256dh' });
  const id = hash('sha256', endpoint, 'base64url').slice(0, 22);
  const addedAt = new Date(clock()).toISOString();
  const added = { id, endpoint, keys: own, name, addedAt, pushKey: keys.push[0].publicKey, sessionId };
  const after = await preferences.change(personId, (known) => {
    const others = known.browsers.filter((browser) => browser.id !== id);
    const sameAs = known.browsers.find((browser) => browser.id === id);
    const kept = { ...added, ...(sameAs && { addedAt: sameAs.addedAt }) };
    return { ...known, browsers: [...others, kept].slice(-MAX_NEWS_BROWSERS) };
  });
  return toBrowser(after.browsers.find((browser) => browser.id === id)!);
}

export const removeBrowsers = (
  { preferences }: Pick<NewsDeps, 'preferences'>,
  personId: string,
  isRemoved: (browser: PushBrowser) => boolean,
): Promise<NewsPreferences> =>
  preferences.change(personId, (known) => {
    const browsers = known.browsers.filter((browser) => !isRemoved(browser));
    return browsers.length < known.browsers.length ? { ...known, browsers } : null;
  });

const toSettings = ({ keys }: SettingsDeps, { push, mail, browsers }: NewsPreferences): NewsSettings => ({
  push,
  mail,
  browsers: browsers.map(toBrowser),
  push_key: keys.push[0].publicKey,
});

const toBrowser = ({ id, name, addedAt }: PushBrowser): NewsBrowser => ({ id, name, added_at: addedAt });

/**
 * Returns which mails a link unsubscribes from, and whether they are off. `isEnded` turns them off or on first. Throws
 * `not_found` for an invalid link.
 */
export async function followMailLink(
  { keys, preferences }: SettingsDeps,
  token: string,
  isEnded?: boolean,
): Promise<EndedNews> {
  const { personId, kind } = requireFound(keys.endOf(token), 'link');
  const changed = (known: NewsPreferences) =>
    known.mail[kind] === isEnded ? { ...known, mail: { ...known.mail, [kind]: !isEnded } } : null;
  const { mail } =
    isEnded === undefined ? await preferences.find(personId) : await preferences.change(personId, changed);
  return { kind, is_ended: !mail[kind] };
}
