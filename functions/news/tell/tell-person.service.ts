import { placeOf, type Notice } from '../notice.ts';
import type { Reach, TellableBrowser, Told } from '../ports.ts';
import { removeBrowsers } from '../news.service.ts';
import type { Story, TellPorts } from './ports.ts';
import { pushOf } from './words.ts';

/** Whoever tells somebody has so long before another may try; a Lambda ends before that. */
export const TELLING_MS = 60_000;

interface Person {
  readonly id: string;
  readonly reach: Reach;
  /** Where they want to be told by mail. */
  readonly address: { readonly to: string; readonly username: string } | undefined;
}

/**
 * Lists a notice for somebody, and tells them by the ways that they have chosen. What was told is noted, so that a repeated
 * try tells the rest. Throws where something may be delivered later, unless this `isLast` try.
 */
export async function tellPerson(
  ports: TellPorts,
  person: Person,
  notice: Notice,
  story: Story,
  isLast: boolean,
): Promise<void> {
  const { rows, clock } = ports;
  const browsers = person.reach.push[notice.kind] ? person.reach.browsers : [];
  if (browsers.length === 0 && !person.address) return rows.add(person.id, notice);
  const nowMs = clock();
  const before = await rows.take(person.id, notice, nowMs, nowMs + TELLING_MS);
  if (!before) return;
  const done = await Promise.allSettled([
    before.pushed ? undefined : pushTo(ports, person.id, browsers, notice, story),
    before.mailed ? undefined : mailTo(ports, person, story),
  ]);
  const [pushed, mailed] = done.map(({ status }) => status === 'fulfilled') as [boolean, boolean];
  const told: Told = { pushed, mailed };
  const isDone = (pushed && mailed) || isLast;
  await rows.release(person.id, notice, { ...told, isDone });
  const failures = done.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  if (failures.length === 0) return;
  const failure = new AggregateError(failures, 'They could not be told');
  if (!isLast) throw failure;
  ports.onFailure('news.tell', failure);
}

/** Browsers where nobody will take anything any more are forgotten. */
async function pushTo(
  ports: TellPorts,
  personId: string,
  browsers: readonly TellableBrowser[],
  notice: Notice,
  story: Story,
): Promise<void> {
  const push = pushOf(story, placeOf(notice));
  const done = await Promise.allSettled(browsers.map((browser) => ports.push(browser, push)));
  const gone = browsers.filter((_, at) => {
    const one = done[at]!;
    return one.status === 'fulfilled' && one.value === 'gone';
  });
  if (gone.length > 0)
    await removeBrowsers(
      ports,
      personId,
      gone.map(({ id }) => id),
    );
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

async function mailTo({ mail }: TellPorts, { id, address }: Person, story: Story): Promise<void> {
  if (address && mail) await mail({ personId: id, ...address, kind: story.kind, story });
}
