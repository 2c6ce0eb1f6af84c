import { MINUTE_MS } from '#shared/plain/time.ts';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import type { Notice } from '../notice.ts';
import { audience, notifiedOf } from './audience.service.ts';
import type { AudiencePage, DeliveryDeps } from './delivery.ts';
import type { Page } from '../page.ts';
import { deliverTo } from './deliver-to-person.service.ts';

/** Concurrent deliveries; each may take seconds. */
const AT_ONCE = 25;
/** Further mentions are not notified. */
const MAX_MENTIONED = 5;
const DUE_AT_ONCE = 50;
/** A notice has been resumed twice by then. */
const LATE_MS = 30 * MINUTE_MS;

/** Pages into which one message divides a part of the audience. */
const DIVIDED_PAGES = 25;
/**
 * The pause before the next part is divided: 2,500 people a second are some 2,500 writes, or twice as many for a video, so that
 * a million leave the table to others.
 */
const NEXT_PART_S = 1;

/**
 * Delivers a notice to one page of its audience, to each person once. A larger audience is divided into pages first, so
 * that pages run in parallel and a failed page is repeated separately. The `isLast` attempt does not throw for
 * undelivered parts.
 */
export async function deliverPage(
  deps: DeliveryDeps,
  page: Page,
  isLast: boolean,
): Promise<{ delivered: number }> {
  const notice = await deps.notices.find(page.notice);
  const content = notice && (await deps.contentOf(notice));
  if (!notice || !content) {
    if (notice) await deps.notices.markHandedOver(notice, null, '', deps.clock());
    await deps.notices.finishPage(page);
    return { delivered: 0 };
  }
  const titled = { ...notice, title: content.title };
  const people = page.named
    ? await mentionedPeople(deps, notice, page.named)
    : await peopleOf(deps, titled, page);
  if (page.named) await deps.notices.markHandedOver(titled, null, content.title, deps.clock());
  const preferences = await deps.preferences.findMany(people);
  // A suspension has a mail of its own, which cannot be turned off.
  const hasMail = deps.mail && notice.event !== 'suspended';
  const wantMail = hasMail ? people.filter((id) => preferences.get(id)?.mail[notice.kind]) : [];
  const addresses = await deps.addresses(wantMail);
  const failed = (count: number): string => `${count} of ${people.length} people could not be notified`;
  await eachAtOnce(people, { atOnce: AT_ONCE, failed }, (id) =>
    deliverTo(
      deps,
      { id, preferences: preferences.get(id)!, address: addresses.get(id) },
      titled,
      content,
      isLast,
    ),
  );
  await deps.notices.finishPage(page);
  return { delivered: people.length };
}

async function mentionedPeople(deps: DeliveryDeps, { authorId }: Notice, named: readonly string[]) {
  const people = await deps.findIds(named.slice(0, MAX_MENTIONED));
  if (people.length === 0 || authorId === undefined) return people;
  const refusalOf = await deps.findRefusals(people.map((channelId) => ({ channelId, authorId })));
  return people.filter((channelId) => !refusalOf({ channelId, authorId }));
}

/** The people of a page; none if the message was divided. */
async function peopleOf(deps: DeliveryDeps, notice: Notice, page: Page): Promise<readonly string[]> {
  const { notices, queue, pagePeople, clock } = deps;
  if (page.until === undefined) {
    const found = await audience(deps, notice, page, DIVIDED_PAGES * pagePeople);
    if (found.members.length > pagePeople || found.last !== undefined) {
      await divide(deps, notice, page.after, found);
      return [];
    }
    await notices.markHandedOver(notice, null, notice.title ?? '', clock());
    return notifiedOf(deps, notice, found.members);
  }
  const { members, last } = await audience(deps, notice, page, pagePeople);
  // Some have come since the audience was divided.
  if (last !== undefined && last < page.until)
    await queue.send({ notice: notice.id, after: last, until: page.until });
  return notifiedOf(deps, notice, members);
}

/** Queues the pages of a part of the audience, and the message that divides the next part. */
async function divide(
  deps: DeliveryDeps,
  notice: Notice,
  after: string | undefined,
  { members, last }: AudiencePage,
): Promise<void> {
  const { notices, queue, pagePeople, clock } = deps;
  const ends = members.flatMap(({ position }, at) =>
    at % pagePeople === pagePeople - 1 || at === members.length - 1 ? [position] : [],
  );
  const handedOver = await notices.handedOverUpTo(notice.id);
  if (handedOver === null || handedOver < ends.at(-1)!) {
    const pages = ends.map((until, at): Page => ({
      notice: notice.id,
      after: ends[at - 1] ?? after,
      until,
      part: after ?? '',
    }));
    await notices.addPart(notice, pages, clock());
    await Promise.all(pages.map((page) => queue.send(page)));
    // At last, because a repeated message sends nothing once a later part is handed over.
    if (last !== undefined) await queue.send({ notice: notice.id, after: last }, NEXT_PART_S);
  }
  await notices.markHandedOver(notice, last ?? null, notice.title ?? '', clock());
}

/**
 * Scheduled every minute: resumes notices that the stream or the queue has lost. Those that are still due after half an hour
 * count as failed items, for which an alarm rings.
 */
export async function resumeNews({
  notices,
  queue,
  clock,
}: Pick<DeliveryDeps, 'notices' | 'queue' | 'clock'>): Promise<{ resumed: number }> {
  const due = await notices.listDue(clock(), DUE_AT_ONCE);
  await eachItem(due, {
    step: 'news.resume',
    work: async (delivery) => {
      await notices.postpone(delivery, clock());
      await Promise.all(delivery.pages.map((page) => queue.send(page)));
      if (clock() - Date.parse(delivery.at) > LATE_MS)
        throw new Error(`Notice ${delivery.notice} is still not delivered`);
    },
  });
  const resumed = due.length;
  if (resumed > 0) logStep('news.resumed', { resumed });
  return { resumed };
}
