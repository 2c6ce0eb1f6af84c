import { eachAtOnce } from '../../base/at-once.ts';
import { eachItem } from '../../log/each-item.ts';
import { logStep } from '../../log/log.ts';
import type { Notice } from '../notice.ts';
import type { Page, PeoplePage, DeliveryDeps } from './delivery.ts';
import { deliverTo } from './deliver-to-person.service.ts';

/** Concurrent deliveries; each may take seconds. */
const AT_ONCE = 25;
/** Further mentions are not notified. */
const MAX_MENTIONED = 5;
const DUE_AT_ONCE = 50;

/**
 * Delivers a notice to one page of its audience, to each person once. Queues the next page first, so that pages run in
 * parallel and a failed page is repeated alone. The `isLast` attempt does not throw for undelivered parts.
 */
export async function deliverPage(
  deps: DeliveryDeps,
  page: Page,
  isLast: boolean,
): Promise<{ delivered: number }> {
  const notice = await deps.notices.find(page.notice);
  const content = notice && (await deps.contentOf(notice));
  if (!notice) return { delivered: 0 };
  if (!content) {
    await deps.notices.markHandedOver(notice, null, '', deps.clock());
    return { delivered: 0 };
  }
  const titled = { ...notice, title: content.title };
  const people = page.named
    ? await mentionedPeople(deps, notice, page.named)
    : await peopleOf(deps, titled, page.after);
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
  return { delivered: people.length };
}

async function mentionedPeople(deps: DeliveryDeps, { authorId }: Notice, named: readonly string[]) {
  const people = await deps.findIds(named.slice(0, MAX_MENTIONED));
  if (people.length === 0 || authorId === undefined) return people;
  const refusalOf = await deps.findRefusals(people.map((channelId) => ({ channelId, authorId })));
  return people.filter((channelId) => !refusalOf({ channelId, authorId }));
}

async function peopleOf(deps: DeliveryDeps, notice: Notice, after: string | undefined) {
  const { notices, queue, clock } = deps;
  const { people, last } = await audience(deps, notice, after);
  if (last === undefined) {
    await notices.markHandedOver(notice, null, notice.title ?? '', clock());
    return people;
  }
  const handedOver = await notices.handedOverUpTo(notice.id);
  if (handedOver === null || handedOver < last) {
    await queue.send({ notice: notice.id, after: last });
    await notices.markHandedOver(notice, last, notice.title ?? '', clock());
  }
  return people;
}

async function audience(deps: DeliveryDeps, notice: Notice, after: string | undefined): Promise<PeoplePage> {
  const { bells, listReminded, pagePeople } = deps;
  if (notice.personId !== undefined) return { people: [notice.personId], last: undefined };
  if (notice.kind === 'reminder') return listReminded(notice, after, pagePeople);
  const { videoId } = notice;
  if (videoId !== undefined) return listForFollowers(deps, { ...notice, videoId }, after);
  const { followers: people, last } = await bells.page(notice.channelId, after, pagePeople);
  return { people, last };
}

/** A published video is listed for all followers; those with a bell are notified. */
async function listForFollowers(
  { followers, addPublished, pagePeople }: DeliveryDeps,
  notice: Notice & { readonly videoId: string },
  after: string | undefined,
): Promise<PeoplePage> {
  const { followers: page, last } = await followers.page(notice.channelId, after, pagePeople);
  const failed = (count: number): string => `${count} of ${page.length} followers do not list the video`;
  await eachAtOnce(page, { atOnce: AT_ONCE, failed }, ({ id }) => addPublished(id, notice));
  return { people: page.filter(({ hasBell }) => hasBell).map(({ id }) => id), last };
}

/** Scheduled every minute: resumes notices that the stream or the queue has lost. */
export async function resumeNews({
  notices,
  queue,
  clock,
}: Pick<DeliveryDeps, 'notices' | 'queue' | 'clock'>): Promise<{ resumed: number }> {
  const due = await notices.listDue(clock(), DUE_AT_ONCE);
  await eachItem(due, {
    step: 'news.resume',
    work: async ({ id, named }) => {
      await notices.postpone(id, clock());
      const after = (await notices.handedOverUpTo(id)) ?? undefined;
      await queue.send({ notice: id, ...(named ? { named } : { after }) });
    },
  });
  const resumed = due.length;
  if (resumed > 0) logStep('news.resumed', { resumed });
  return { resumed };
}
