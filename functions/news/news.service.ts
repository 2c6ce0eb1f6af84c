import { hash } from 'node:crypto';
import { MAX_NEWS_BROWSERS } from '../../shared/limits.ts';
import type {
  Bell,
  NewsBrowser,
  NewsChoice,
  NewsSettings,
  PushSubscription,
  UnreadNews,
} from '../../shared/people/news.ts';
import { countUnread, type ListPorts } from './list-news.service.ts';
import { DomainError } from '../base/errors.ts';
import type { NewsKeys } from './news-keys.ts';
import type { BellsRepository, Reach, ReachRepository, RowsRepository, TellableBrowser } from './ports.ts';
import { isPushAddress } from './push-address.ts';

export interface NewsPorts {
  readonly rows: RowsRepository;
  readonly reach: ReachRepository;
  readonly bells: BellsRepository;
  readonly keys: NewsKeys;
  /** Origins of push services besides those that are public; see `isPushAddress`. */
  readonly pushOrigins: string;
  readonly clock: () => number;
}

export async function unreadNews(
  { keys, ...ports }: ListPorts & Pick<NewsPorts, 'keys'>,
  personId: string,
): Promise<UnreadNews> {
  return { unread: await countUnread(ports, personId), push_key: keys.push[0].publicKey };
}

/** Throws `conflict` where the person does not follow the channel. */
export async function ringBell(
  { bells }: Pick<NewsPorts, 'bells'>,
  personId: string,
  channelId: string,
): Promise<Bell> {
  if (await bells.ring(personId, channelId, true)) return { bell: true };
  throw new DomainError('conflict', 'Follow the channel first, then its bell can ring for you.');
}

export async function silenceBell(
  { bells }: Pick<NewsPorts, 'bells'>,
  personId: string,
  channelId: string,
): Promise<Bell> {
  await bells.ring(personId, channelId, false);
  return { bell: false };
}

export const newsSettings = async (
  ports: Pick<NewsPorts, 'reach' | 'keys'>,
  personId: string,
): Promise<NewsSettings> => toSettings(ports, await ports.reach.find(personId));

export async function chooseNews(
  ports: Pick<NewsPorts, 'reach' | 'keys'>,
  personId: string,
  { push, mail }: NewsChoice,
): Promise<NewsSettings> {
  return toSettings(ports, await ports.reach.change(personId, (reach) => ({ ...reach, push, mail })));
}

/** Throws `invalid_request` where no push service can be at that address. */
export async function addBrowser(
  { reach, keys, pushOrigins, clock }: Pick<NewsPorts, 'reach' | 'keys' | 'pushOrigins' | 'clock'>,
  personId: string,
  { endpoint, keys: own }: PushSubscription,
  name: string,
): Promise<NewsBrowser> {
  if (!isPushAddress(endpoint, pushOrigins))
    throw new DomainError('invalid_request', 'endpoint: is not the address of a push service');
  const id = hash('sha256', endpoint, 'base64url').slice(0, 22);
  const addedAt = new Date(clock()).toISOString();
  const added: TellableBrowser = {
    id,
    endpoint,
    keys: own,
    name,
    addedAt,
    pushKey: keys.push[0].publicKey,
  };
  const after = await reach.change(personId, (known) => {
    const others = known.browsers.filter((browser) => browser.id !== id);
    const sameAs = known.browsers.find((browser) => browser.id === id);
    const kept = { ...added, ...(sameAs && { addedAt: sameAs.addedAt }) };
    return { ...known, browsers: [...others, kept].slice(-MAX_NEWS_BROWSERS) };
  });
  return toBrowser(after.browsers.find((browser) => browser.id === id)!);
}

export const removeBrowsers = (
  { reach }: Pick<NewsPorts, 'reach'>,
  personId: string,
  ids: readonly string[],
): Promise<Reach> =>
  reach.change(personId, (known) => {
    const browsers = known.browsers.filter(({ id }) => !ids.includes(id));
    return browsers.length < known.browsers.length ? { ...known, browsers } : null;
  });

const toSettings = ({ keys }: Pick<NewsPorts, 'keys'>, { push, mail, browsers }: Reach): NewsSettings => ({
  push,
  mail,
  browsers: browsers.map(toBrowser),
  push_key: keys.push[0].publicKey,
});

const toBrowser = ({ id, name, addedAt }: TellableBrowser): NewsBrowser => ({ id, name, added_at: addedAt });
