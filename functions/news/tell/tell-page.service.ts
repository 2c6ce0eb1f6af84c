import { eachAtOnce } from '../../base/at-once.ts';
import type { Notice } from '../notice.ts';
import type { Page, PeoplePage, TellPorts } from './ports.ts';
import { tellPerson } from './tell-person.service.ts';

/** A push service is given some seconds. */
const AT_ONCE = 25;
/** Somebody whose names are many is asked to be shorter. */
export const MAX_NAMED = 5;
const DUE_AT_ONCE = 50;

/**
 * Tells one page of those who are to hear of a notice. The page after it is handed to the queue first, so that pages are
 * told side by side, and one that fails is repeated by itself: who has been told already is not told again. On the `isLast`
 * try, what cannot be delivered is given up.
 */
export async function tellPage(ports: TellPorts, page: Page, isLast: boolean): Promise<{ told: number }> {
  const notice = await ports.notices.find(page.notice);
  const story = notice && (await ports.storyOf(notice));
  if (!notice) return { told: 0 };
  if (!story) {
    await ports.notices.noteReached(notice, null, '', ports.clock());
    return { told: 0 };
  }
  const titled = { ...notice, title: story.title };
  const people = page.named
    ? await namedPeople(ports, notice, page.named)
    : await peopleOf(ports, titled, page.after);
  if (page.named) await ports.notices.noteReached(titled, null, story.title, ports.clock());
  const reach = await ports.reach.findMany(people);
  const wantMail = ports.mail ? people.filter((id) => reach.get(id)?.mail[notice.kind]) : [];
  const addresses = await ports.addresses(wantMail);
  const failed = (count: number): string => `${count} of ${people.length} people could not be told`;
  await eachAtOnce(people, { atOnce: AT_ONCE, failed }, (id) =>
    tellPerson(ports, { id, reach: reach.get(id)!, address: addresses.get(id) }, titled, story, isLast),
  );
  return { told: people.length };
}

/** Whoever hides the author hears nothing of them. */
async function namedPeople(ports: TellPorts, { authorId }: Notice, named: readonly string[]) {
  const people = await ports.idsOf(named.slice(0, MAX_NAMED));
  if (people.length === 0 || authorId === undefined) return people;
  const hiding = await ports.whoHides(people, authorId);
  return people.filter((id) => !hiding.has(id));
}

/** The page after it is on its way when this answers. */
async function peopleOf(ports: TellPorts, notice: Notice, after: string | undefined) {
  const { notices, queue, clock } = ports;
  const { people, last } = await audience(ports, notice, after);
  if (last === undefined) {
    await notices.noteReached(notice, null, notice.title ?? '', clock());
    return people;
  }
  const reached = await notices.reachedOf(notice.id);
  if (reached === null || reached < last) {
    await queue.send({ notice: notice.id, after: last });
    await notices.noteReached(notice, last, notice.title ?? '', clock());
  }
  return people;
}

async function audience(
  { bells, reminded, pagePeople }: TellPorts,
  notice: Notice,
  after: string | undefined,
): Promise<PeoplePage> {
  if (notice.kind === 'reminder') return reminded(notice, after, pagePeople);
  const { followers: people, last } = await bells.page(notice.channelId, after, pagePeople);
  return { people, last };
}

/** The tick: what the stream or the queue has lost goes on where it stopped. */
export async function resumeNews({
  notices,
  queue,
  clock,
}: Pick<TellPorts, 'notices' | 'queue' | 'clock'>): Promise<{ resumed: number }> {
  const due = await notices.listDue(clock(), DUE_AT_ONCE);
  for (const { id, named } of due) {
    const after = (await notices.reachedOf(id)) ?? undefined;
    await queue.send({ notice: id, ...(named ? { named } : { after }) });
  }
  return { resumed: due.length };
}
