/** The many followers of a channel are notified page by page: each of them once, even when a process dies on the way. */
import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Table } from '../../../functions/aws/table/table.ts';
import { noticeWrite } from '../../../functions/news/notice.item.ts';
import { wentLive, type Notice } from '../../../functions/news/notice.ts';
import { followersRepository } from '../../../functions/follows/followers.repository.ts';
import { publishedRepository } from '../../../functions/library/published.repository.ts';
import { bellsRepository } from '../../../functions/follows/bells.repository.ts';
import { noticesRepository } from '../../../functions/news/table/notices.repository.ts';
import { preferencesRepository } from '../../../functions/news/table/preferences.repository.ts';
import { entriesRepository } from '../../../functions/news/table/entries.repository.ts';
import type { Page, PushOutcome, DeliveryDeps } from '../../../functions/news/delivery/delivery.ts';
import { DELIVERY_LEASE_MS } from '../../../functions/news/delivery/deliver-to-person.service.ts';
import { resumeNews, deliverPage } from '../../../functions/news/delivery/deliver-page.service.ts';
import { KilledError } from '../../support/api/mortal-ports.ts';
import { startImportedTable, type OpenedTable } from '../../support/api/table/imported-table.ts';
import { newFolder } from '../../support/runner/temporary-folder.ts';

let opened: OpenedTable;
let table: Table;
beforeAll(async () => {
  opened = await startImportedTable(newFolder(), []);
  table = opened.table;
});
afterAll(() => opened.close());

const PAGE_PEOPLE = 2;
const BROWSER = { id: 'b', endpoint: 'https://push.example/b', keys: { p256dh: '', auth: '' } };

/** A channel with a notice, and fans who rang its bell and have a browser. */
async function aNotice(fans: number): Promise<{ notice: Notice; people: readonly string[] }> {
  const channelId = ulid();
  const people = Array.from({ length: fans }, () => ulid()).toSorted();
  const bells = bellsRepository(table);
  for (const person of people) {
    const Item = { pk: `CHANNEL#${person}`, sk: `FOLLOW#${channelId}`, channel_id: channelId };
    await table.client.send(new PutCommand({ TableName: table.TableName, Item }));
    await bells.ring(person, channelId, true);
    const browser = { ...BROWSER, endpoint: person, name: '', addedAt: '', pushKey: '' };
    await preferencesRepository(table).change(person, (reach) => ({ ...reach, browsers: [browser] }));
  }
  const notice = wentLive(channelId, ulid(), Date.now());
  await table.client.send(new TransactWriteCommand({ TransactItems: [noticeWrite(table, notice)] }));
  return { notice, people };
}

/** A queue that repeats what was not finished, and the processes that work it off. */
class Stage {
  readonly pushes: string[] = [];
  readonly pages: Page[] = [];
  sent = 0;
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
      send: async (page: Page) => {
        this.sent += 1;
        this.pages.push(page);
      },
    });
    return {
      notices: mortal(noticesRepository(table)),
      bells: mortal(bellsRepository(table)),
      followers: mortal(followersRepository(table)),
      addPublished: publishedRepository(table).add,
      listReminded: async () => ({ people: [], last: undefined }),
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

const listOf = async (person: string) =>
  (await entriesRepository(table).list(person, 30, Date.now())).entries;

describe('a notification of many followers', () => {
  it('is sent page by page, to each follower once', async () => {
    const { notice, people } = await aNotice(7);
    const stage = new Stage();
    stage.pages.push({ notice: notice.id });
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
    expect(stage.sent).toBe(3);
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
    expect(deaths).toBeGreaterThan(10);
  }, 120_000);

  it('is continued by the tick when stream and queue lost it', async () => {
    const { notice, people } = await aNotice(5);
    const stage = new Stage();
    stage.pages.push({ notice: notice.id });
    await deliverPage(stage.ports(), stage.pages.shift()!, false);
    stage.pages.length = 0;
    stage.nowMs += 60 * 60_000;
    await resumeNews(stage.ports());
    await stage.workOff();
    expect(stage.pushes.toSorted()).toEqual(people);
    stage.nowMs += 60 * 60_000;
    expect(await resumeNews(stage.ports())).toEqual({ resumed: 0 });
  });

  it('whose delivery fails again and again is queued again after a while, behind the others', async () => {
    const { notice } = await aNotice(1);
    const stage = new Stage();
    const queuedAfter = async (minutes: number) => {
      stage.nowMs += minutes * 60_000;
      await resumeNews(stage.ports());
      return stage.pages.splice(0).filter((page) => page.notice === notice.id).length;
    };
    expect([await queuedAfter(60), await queuedAfter(1), await queuedAfter(15)]).toEqual([1, 0, 1]);
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
