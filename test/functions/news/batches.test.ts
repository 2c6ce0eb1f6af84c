/** The many followers of a channel are notified page by page: each of them once, even when a process dies on the way. */
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { SQSEvent } from 'aws-lambda';
import * as fc from 'fast-check';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '#functions/aws/table/table.ts';
import { deleteItem } from '#functions/aws/table/write-items.ts';
import type { PositionRange } from '#functions/base/position-range.ts';
import { MAX_TRIES, onPages } from '#functions/news/news.handlers.ts';
import { noticeKey, noticeWrite } from '#functions/news/notice.item.ts';
import { videoNotice, liveNotice, type Notice } from '#functions/news/notice.ts';
import { followersRepository } from '#functions/follows/followers.repository.ts';
import { publishedRepository } from '#functions/library/published.repository.ts';
import { bellsRepository } from '#functions/follows/bells.repository.ts';
import { noticesRepository } from '#functions/news/table/notices.repository.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import { entriesRepository } from '#functions/news/table/entries.repository.ts';
import type { PushOutcome, DeliveryDeps } from '#functions/news/delivery/delivery.ts';
import type { Page } from '#functions/news/page.ts';
import { DELIVERY_LEASE_MS } from '#functions/news/delivery/deliver-to-person.service.ts';
import { resumeNews, deliverPage } from '#functions/news/delivery/deliver-page.service.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';
import { KilledError } from '#test/support/api/killable-ports.ts';
import { startImportedTable, type OpenedTable } from '#test/support/stand-ins/imported-table.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

let opened: OpenedTable;
let table: Table;
beforeAll(async () => {
  opened = await startImportedTable(newFolder(), []);
  table = opened.table;
});
afterAll(() => opened.close());

const PAGE_PEOPLE = 2;
const PART_PEOPLE = 25 * PAGE_PEOPLE;
const BROWSER = { id: 'b', endpoint: 'https://push.example/b', keys: { p256dh: '', auth: '' } };

/** A channel with a notice, and fans who rang its bell and have a browser. */
async function aNotice(fans: number): Promise<{ notice: Notice; people: readonly string[] }> {
  const channelId = ulid();
  const people = Array.from({ length: fans }, () => ulid()).toSorted();
  for (const person of people) await addFan(channelId, person);
  const notice = liveNotice(channelId, ulid(), Date.now());
  await table.client.send(new TransactWriteCommand({ TransactItems: [noticeWrite(table, notice)] }));
  return { notice, people };
}

async function addFan(channelId: string, person: string): Promise<void> {
  const Item = { pk: `CHANNEL#${person}`, sk: `FOLLOW#${channelId}`, channel_id: channelId };
  await table.client.send(new PutCommand({ TableName: table.TableName, Item }));
  await bellsRepository(table).ring(person, channelId, true);
  const browser = { ...BROWSER, endpoint: person, name: '', addedAt: '', pushKey: '' };
  await preferencesRepository(table).change(person, (reach) => ({ ...reach, browsers: [browser] }));
}

/** A queue that repeats what was not finished, and the processes that work it off. */
class Stage {
  readonly pushes: string[] = [];
  readonly pages: Page[] = [];
  readonly sent: { readonly page: Page; readonly delayS: number }[] = [];
  nowMs = Date.now();
  pushOutcome: (endpoint: string) => PushOutcome = () => 'sent';

  /** Of a process that is killed once so many of its calls were carried out. */
  ports(killAt = Infinity): DeliveryDeps {
    let calls = 0;
    const mortal = <P extends object>(port: P): P =>
      new Proxy(port, {
        get: (target, name) => {
          const call: unknown = Reflect.get(target, name);
          if (typeof call !== 'function') return call;
          return async (...input: unknown[]) => {
            if (calls >= killAt) throw new KilledError('before its next call');
            const answer: unknown = await call.apply(target, input);
            calls += 1;
            if (calls >= killAt) throw new KilledError(`in ${String(name)}`);
            return answer;
          };
        },
      });
    const others = mortal({
      push: async ({ endpoint }: { readonly endpoint: string }) => {
        const outcome = this.pushOutcome(endpoint);
        this.pushes.push(endpoint);
        return outcome;
      },
      send: async (page: Page, delayS = 0) => {
        this.sent.push({ page, delayS });
        this.pages.push(page);
      },
    });
    return {
      notices: mortal(noticesRepository(table)),
      bells: mortal(bellsRepository(table)),
      followers: mortal(followersRepository(table)),
      addPublished: publishedRepository(table).add,
      listReminded: async () => ({ members: [], last: undefined }),
      preferences: mortal(preferencesRepository(table)),
      entries: mortal(entriesRepository(table)),
      contentOf: async () => ({
        kind: 'live',
        name: 'Rosa',
        title: 'Fans',
        by: undefined,
        path: '/channel/rosa',
      }),
      findIds: async () => [],
      findRefusals: async () => () => null,
      addresses: async () => new Map(),
      push: others.push,
      mail: undefined,
      queue: others,
      pagePeople: PAGE_PEOPLE,
      onFailure: () => {},
      clock: () => this.nowMs,
    };
  }

  /** Works until the queue is empty. A failed call leaves its page to the next, once the lease has expired. */
  async workOff(killAt?: number): Promise<{ wasKilled: boolean }> {
    let left = killAt;
    let wasKilled = false;
    for (let page = this.pages.shift(); page; page = this.pages.shift()) {
      try {
        await deliverPage(this.ports(left), page, false);
      } catch {
        this.pages.push(page);
        wasKilled = true;
        left = undefined;
        this.nowMs += DELIVERY_LEASE_MS + 1;
      }
    }
    return { wasKilled };
  }
}

const lastTryOf = (page: Page) =>
  ({
    Records: [
      {
        messageId: 'a',
        body: JSON.stringify(page),
        attributes: { ApproximateReceiveCount: String(MAX_TRIES) },
      },
    ],
  }) as SQSEvent;

const listOf = async (person: string) =>
  (await entriesRepository(table).list(person, 30, Date.now())).entries;

describe('a notification of many followers', () => {
  it('is sent page by page, to each follower once', async () => {
    const { notice, people } = await aNotice(7);
    const stage = new Stage();
    stage.pages.push({ notice: notice.id });
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
    expect(stage.sent).toHaveLength(4);
    for (const person of people) expect(await listOf(person)).toHaveLength(1);
    expect(await noticesRepository(table).listDue(stage.nowMs + 1e12, 10)).toEqual([]);
  });

  it('is sent once when each page arrives twice', async () => {
    const { notice, people } = await aNotice(5);
    const stage = new Stage();
    stage.pages.push({ notice: notice.id }, { notice: notice.id });
    await stage.workOff();
    stage.pages.push({ notice: notice.id }, { notice: notice.id, after: people[1] });
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
  });

  it('is sent once when pages are processed simultaneously', async () => {
    const { notice, people } = await aNotice(2);
    const stage = new Stage();
    const page = { notice: notice.id };
    await Promise.allSettled(Array.from({ length: 6 }, () => deliverPage(stage.ports(), page, false)));
    expect(stage.pushes.toSorted()).toEqual(people);
  });

  it('is complete after a kill at any call, and at most the current follower gets it twice', async () => {
    let deaths = 0;
    for (let wasKilled = true; wasKilled;) {
      const { notice, people } = await aNotice(5);
      const stage = new Stage();
      stage.pages.push({ notice: notice.id });
      ({ wasKilled } = await stage.workOff(deaths + 1));
      if (wasKilled) deaths += 1;
      expect([...new Set(stage.pushes)].toSorted(), `death ${deaths}`).toEqual(people);
      // The people of one page are notified in parallel.
      expect(stage.pushes.length - people.length, `death ${deaths}`).toBeLessThanOrEqual(PAGE_PEOPLE);
      for (const person of people) expect(await listOf(person), `death ${deaths}`).toHaveLength(1);
    }
    expect(deaths).toBeGreaterThan(8);
  }, 120_000);

  it('of one page is sent by the message that announces it', async () => {
    const { notice, people } = await aNotice(PAGE_PEOPLE);
    const stage = new Stage();
    stage.pages.push({ notice: notice.id });
    await stage.workOff();
    expect([stage.pushes.toSorted(), stage.sent]).toEqual([people, []]);
  });

  it('divides the next part after a pause', async () => {
    const { notice, people } = await aNotice(PART_PEOPLE + 3);
    const stage = new Stage();
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    expect(stage.sent.at(-1)).toEqual({
      page: { notice: notice.id, after: people[PART_PEOPLE - 1] },
      delayS: 1,
    });
    const pages = stage.sent.slice(0, -1);
    expect(pages.every(({ page, delayS }) => page.until !== undefined && delayS === 0)).toBe(true);
    expect(stage.pushes).toEqual([]);
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
    expect(stage.sent).toHaveLength(1 + 25 + 2);
  });

  it('is repeated for a failed page alone', async () => {
    const { notice, people } = await aNotice(5);
    const stage = new Stage();
    let failures = 1;
    stage.pushOutcome = (endpoint) => {
      if (endpoint !== people[2] || failures === 0) return 'sent';
      failures -= 1;
      throw new Error('503');
    };
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    const pages = stage.pages.splice(0);
    const done = await Promise.allSettled(pages.map((page) => deliverPage(stage.ports(), page, false)));
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    stage.nowMs += DELIVERY_LEASE_MS + 1;
    await deliverPage(stage.ports(), pages[1]!, false);
    expect(stage.pushes.toSorted()).toEqual(people);
  });

  it('reaches those who come between two ids of a page', async () => {
    const { notice, people } = await aNotice(4);
    const stage = new Stage();
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    const late = people.slice(0, 3).map((id) => `${id.slice(0, -1)}Z`);
    for (const person of late) await addFan(notice.channelId, person);
    await stage.workOff();
    const reached = [...new Set([...people, ...late])].filter((id) => id <= people.at(-1)!);
    expect(stage.pushes.toSorted()).toEqual(reached.toSorted());
  });

  it('of an earlier version is continued after its position', async () => {
    const { notice, people } = await aNotice(7);
    const stage = new Stage();
    const ofBefore = noticesRepository(table);
    // Its first two pages were queued, and a message holds the position, or is lost.
    await ofBefore.markHandedOver(notice, people[3]!, 'Fans', stage.nowMs);
    await deliverPage(stage.ports(), { notice: notice.id, after: people[3] }, false);
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people.slice(4));
    const other = await aNotice(7);
    await ofBefore.markHandedOver(other.notice, other.people[3]!, 'Fans', stage.nowMs);
    stage.pushes.length = 0;
    stage.nowMs += 60 * 60_000;
    await resumeNews(stage.ports());
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(other.people.slice(4));
  });

  it('is divided so that each follower is in one page, whatever their ids, and when a message cannot be sent', async () => {
    const anId = fc.string({ unit: fc.constantFrom(...'0123456789ABCXYZ'), minLength: 26, maxLength: 26 });
    const ids = fc.uniqueArray(fc.oneof(anId, fc.constantFrom('0'.repeat(26), 'Z'.repeat(26))), {
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(
        ids,
        fc.integer({ min: 1, max: 4 }),
        fc.nat(120),
        async (people, pagePeople, failAt) => {
          const stage = new Stage();
          const added: string[] = [];
          const sorted = people.toSorted();
          const page = async (_: string, { after = '', until = '~' }: PositionRange, limit: number) => {
            const all = sorted.filter((id) => id > after && id <= until);
            const followers = all.slice(0, limit).map((id) => ({ id, hasBell: false }));
            return { followers, last: all.length >= limit ? followers.at(-1)?.id : undefined };
          };
          let reached: string | null = null;
          const notice = { ...videoNotice({ id: 'V', channel_id: 'C', kind: 'upload' }, 0) };
          let sends = 0;
          const send = async (one: Page) => {
            sends += 1;
            if (sends === failAt) throw new Error('SQS is away');
            stage.pages.push(one);
          };
          const ports: DeliveryDeps = {
            ...stage.ports(),
            queue: { send },
            pagePeople,
            followers: { page },
            addPublished: async (id) => void added.push(id),
            notices: {
              ...noticesRepository(table),
              find: async () => notice,
              handedOverUpTo: async () => reached,
              markHandedOver: async (_notice, last) => void (reached = last ?? reached),
              addPart: async () => {},
              finishPage: async () => {},
            },
          };
          stage.pages.push({ notice: notice.id });
          for (let next = stage.pages.pop(); next; next = stage.pages.pop()) {
            const failed = next;
            await deliverPage(ports, next, false).catch(() => stage.pages.unshift(failed));
          }
          // A message that failed may be repeated with what it had sent.
          const hasFailed = failAt > 0 && sends >= failAt;
          expect(hasFailed ? [...new Set(added)].toSorted() : added.toSorted()).toEqual(sorted);
        },
      ),
    );
  });

  it('is continued by the tick when stream and queue lost it', async () => {
    const { notice, people } = await aNotice(5);
    const stage = new Stage();
    stage.pages.push({ notice: notice.id });
    await deliverPage(stage.ports(), stage.pages.shift()!, false);
    // One page is delivered, and the others are lost.
    await deliverPage(stage.ports(), stage.pages.shift()!, false);
    stage.pages.length = 0;
    stage.nowMs += 60 * 60_000;
    await failuresOfItems(() => resumeNews(stage.ports()));
    expect(stage.pages).toHaveLength(2);
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
    stage.nowMs += 60 * 60_000;
    expect(await resumeNews(stage.ports())).toEqual({ resumed: 0 });
  });

  it('is continued by the tick where the message that divides the next part was lost', async () => {
    const { notice, people } = await aNotice(PART_PEOPLE + 3);
    const stage = new Stage();
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    expect(stage.pages.pop()).toMatchObject({ after: people[PART_PEOPLE - 1] });
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people.slice(0, PART_PEOPLE));
    stage.nowMs += 20 * 60_000;
    await resumeNews(stage.ports());
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
    expect(await noticesRepository(table).listDue(stage.nowMs + 1e12, 10)).toEqual([]);
  });

  it('whose page ends as a dead letter is not sent again by the tick', async () => {
    const { notice } = await aNotice(PAGE_PEOPLE + 1);
    const stage = new Stage();
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    const ports: DeliveryDeps = {
      ...stage.ports(),
      contentOf: async () => {
        throw new Error('no content');
      },
    };
    for (const page of stage.pages.splice(0)) await onPages(ports, lastTryOf(page));
    stage.nowMs += 60 * 60_000;
    expect(await resumeNews(stage.ports())).toEqual({ resumed: 0 });
  });

  it('that was deleted leaves no pages', async () => {
    const { notice } = await aNotice(PAGE_PEOPLE + 1);
    const stage = new Stage();
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    await deleteItem(table, noticeKey(notice.id));
    await stage.workOff();
    expect(await noticesRepository(table).listDue(stage.nowMs + 1e12, 10)).toEqual([]);
  });

  it('whose delivery fails again and again is queued again after a while, behind the others', async () => {
    const { notice } = await aNotice(1);
    const stage = new Stage();
    const queuedAfter = async (minutes: number) => {
      stage.nowMs += minutes * 60_000;
      await resumeNews(stage.ports());
      return stage.pages.splice(0).filter((page) => page.notice === notice.id).length;
    };
    expect([await queuedAfter(6), await queuedAfter(1), await queuedAfter(15)]).toEqual([1, 0, 1]);
    expect(await failuresOfItems(() => queuedAfter(15))).toEqual([
      `Notice ${notice.id} is still not delivered`,
    ]);
  });
});

describe('a subscribed browser', () => {
  it('is removed when its subscription is gone', async () => {
    const { notice, people } = await aNotice(1);
    const stage = new Stage();
    stage.pushOutcome = () => 'gone';
    stage.pages.push({ notice: notice.id });
    await stage.workOff();
    expect((await preferencesRepository(table).find(people[0]!)).browsers).toEqual([]);
    expect(stage.pushes).toHaveLength(1);
  });

  it('is notified later when its service fails, without repeating others', async () => {
    const { notice, people } = await aNotice(2);
    const stage = new Stage();
    let failures = 2;
    stage.pushOutcome = (endpoint) => {
      if (endpoint !== people[0] || failures === 0) return 'sent';
      failures -= 1;
      throw new Error('503');
    };
    stage.pages.push({ notice: notice.id });
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
  });

  it('is given up after the last try', async () => {
    const { notice, people } = await aNotice(1);
    const stage = new Stage();
    stage.pushOutcome = () => {
      throw new Error('503');
    };
    await expect(deliverPage(stage.ports(), { notice: notice.id }, false)).rejects.toThrow(
      'could not be notified',
    );
    await deliverPage(stage.ports(), { notice: notice.id }, true);
    stage.pushOutcome = () => 'sent';
    await deliverPage(stage.ports(), { notice: notice.id }, false);
    expect(stage.pushes).toEqual([]);
    expect(await listOf(people[0]!)).toHaveLength(1);
  });
});
