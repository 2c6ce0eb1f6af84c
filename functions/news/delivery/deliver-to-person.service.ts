import { sortKeyOf, type Notice } from '../notice.ts';
import type { NewsPreferences, PushBrowser, DeliveryState } from '../table/news.item.ts';
import { removeBrowsers } from '../news.service.ts';
import type { NotificationContent, DeliveryDeps } from './delivery.ts';
import { pushOf } from './content.ts';

/** A worker's lease; longer than a Lambda can run. */
export const DELIVERY_LEASE_MS = 60_000;

interface Person {
  readonly id: string;
  readonly preferences: NewsPreferences;
  /** Absent unless the person wants mail. */
  readonly address: { readonly to: string; readonly username: string } | undefined;
}

/**
 * Lists a notice for a person, and delivers it by push and mail as they have chosen. Records what was delivered, so that
 * a retry continues. Throws if a retry may deliver more, unless `isLast`.
 */
export async function deliverTo(
  deps: DeliveryDeps,
  person: Person,
  notice: Notice,
  content: NotificationContent,
  isLast: boolean,
): Promise<void> {
  const { entries, clock } = deps;
  const browsers = person.preferences.push[notice.kind] ? person.preferences.browsers : [];
  if (browsers.length === 0 && !person.address) return entries.add(person.id, notice);
  const nowMs = clock();
  const before = await entries.claim(person.id, notice, nowMs, nowMs + DELIVERY_LEASE_MS);
  if (!before) return;
  const done = await Promise.allSettled([
    before.pushed ? undefined : pushTo(deps, person, browsers, notice, content),
    before.mailed ? undefined : mailTo(deps, person, content),
  ]);
  const [pushed, mailed] = done.map(({ status }) => status === 'fulfilled') as [boolean, boolean];
  const state: DeliveryState = { pushed, mailed };
  const isDone = (pushed && mailed) || isLast;
  await entries.release(person.id, notice, { ...state, isDone });
  const failures = done.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (failures.length === 0) return;
  const failure = new AggregateError(failures, 'The notification failed');
  if (!isLast) throw failure;
  deps.onFailure('news.deliver', failure);
}

async function pushTo(
  deps: DeliveryDeps,
  { id, preferences }: Person,
  browsers: readonly PushBrowser[],
  notice: Notice,
  content: NotificationContent,
): Promise<void> {
  const push = pushOf(content, sortKeyOf(notice), preferences.language);
  const done = await Promise.allSettled(browsers.map((browser) => deps.push(browser, push)));
  const gone = browsers.filter((_, at) => {
    const one = done[at]!;
    return one.status === 'fulfilled' && one.value === 'gone';
  });
  const goneIds = gone.map((browser) => browser.id);
  if (goneIds.length > 0) await removeBrowsers(deps, id, (browser) => goneIds.includes(browser.id));
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function mailTo(
  { mail }: DeliveryDeps,
  { id, address, preferences: { language } }: Person,
  content: NotificationContent,
): Promise<void> {
  if (address && mail) await mail({ personId: id, ...address, language, content });
}
