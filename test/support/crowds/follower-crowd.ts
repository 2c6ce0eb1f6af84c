import { MINUTE_MS, DAY_MS } from '#shared/plain/time.ts';
import { ulid } from 'ulid';
import { BATCH_KEYS } from '#functions/aws/table/read-items.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { bellsRepository } from '#functions/follows/bells.repository.ts';
import { followersRepository } from '#functions/follows/followers.repository.ts';
import { publishedRepository } from '#functions/library/published.repository.ts';
import type { DeliveryDeps } from '#functions/news/delivery/delivery.ts';
import { deliverPage, resumeNews } from '#functions/news/delivery/deliver-page.service.ts';
import type { Page } from '#functions/news/page.ts';
import { noticeItem } from '#functions/news/notice.item.ts';
import { MAX_TRIES } from '#functions/news/news.handlers.ts';
import { entriesRepository } from '#functions/news/table/entries.repository.ts';
import { noticesRepository } from '#functions/news/table/notices.repository.ts';
import { preferencesRepository } from '#functions/news/table/preferences.repository.ts';
import { PAGE_HIDDEN_S, PAGES_AT_ONCE } from '#infra/agreed/news-queue.ts';
import { after, simulate, type SimulatedSite } from './simulated-site.ts';

interface FollowerCrowd {
  readonly followers: number;
  /** The simulation ends then at the latest. */
  readonly lastsMs: number;
}

interface SimulatedNotice {
  readonly site: SimulatedSite;
  /** How long after the notice each person was notified; once for each time. */
  readonly delaysMs: readonly number[];
  readonly people: number;
}

/** What a push service takes, about. */
const PUSH_MS = 150;
const QUEUE_MS = 20;
/** People have signed up within this time. */
const SITE_AGE_MS = 1000 * DAY_MS;
const CHANNEL = ulid();

/** A channel goes live whose followers all have a bell and one browser. */
export async function simulateNotice({ followers, lastsMs }: FollowerCrowd): Promise<SimulatedNotice> {
  const delaysMs: number[] = [];
  const people = new Set<string>();
  const site = await simulate(async (prepared) => {
    const nowMs = Date.now();
    prepared.database.fill(bellsOf(followers, nowMs));
    const notice = {
      id: 'the notice',
      kind: 'live',
      channelId: CHANNEL,
      at: new Date(nowMs).toISOString(),
    } as const;
    const pages = new Pages(prepared, (personId) => {
      people.add(personId);
      delaysMs.push(Date.now() - nowMs);
    });
    return async () => {
      const table = prepared.openTable();
      await putItem(table, noticeItem(notice));
      await pages.send({ notice: notice.id });
      const endMs = Date.now() + lastsMs;
      for (let nextTickMs = Date.now() + MINUTE_MS; Date.now() < endMs;) {
        await after(1000);
        if (people.size === followers && pages.waiting === 0) return;
        if (Date.now() < nextTickMs) continue;
        nextTickMs += MINUTE_MS;
        await prepared.measure('ticks', () => pages.resume(table));
      }
    };
  });
  return { site, delaysMs, people: people.size };
}

/** The queue of pages, and the Lambda that it wakes. */
class Pages {
  /** Messages that are not done. */
  waiting = 0;
  readonly #waiting: { readonly page: Page; readonly tries: number }[] = [];
  readonly #site: SimulatedSite;
  readonly #executions: DeliveryDeps[] = [];
  readonly #onPush: (personId: string) => void;
  #opened = 0;

  constructor(site: SimulatedSite, onPush: (personId: string) => void) {
    this.#site = site;
    this.#onPush = onPush;
  }

  async send(page: Page, delayS = 0): Promise<void> {
    await after(QUEUE_MS);
    this.waiting += 1;
    void after(delayS * 1000).then(() => this.#put({ page, tries: 1 }));
  }

  resume = (table: Table) =>
    resumeNews({ notices: noticesRepository(table), queue: this, clock: () => Date.now() });

  #put(message: { readonly page: Page; readonly tries: number }): void {
    this.#waiting.push(message);
    this.#work();
  }

  #work(): void {
    const deps = this.#executions.pop() ?? (this.#opened < PAGES_AT_ONCE ? this.#open() : undefined);
    if (!deps) return;
    const message = this.#waiting.shift();
    if (!message) return void this.#executions.push(deps);
    void this.#deliver(deps, message).finally(() => {
      this.#executions.push(deps);
      this.waiting -= 1;
      this.#work();
    });
  }

  async #deliver(deps: DeliveryDeps, { page, tries }: { readonly page: Page; readonly tries: number }) {
    const done = await this.#site.measure('pages', () => deliverPage(deps, page, tries >= MAX_TRIES));
    if (done !== undefined || tries === MAX_TRIES) return;
    this.waiting += 1;
    void after(PAGE_HIDDEN_S * 1000).then(() => this.#put({ page, tries: tries + 1 }));
  }

  #open(): DeliveryDeps {
    this.#opened += 1;
    const table = this.#site.openTable();
    const preferences = preferencesRepository(table);
    return {
      notices: noticesRepository(table),
      bells: bellsRepository(table),
      followers: followersRepository(table),
      addPublished: publishedRepository(table).add,
      listReminded: async () => ({ members: [], last: undefined }),
      preferences: {
        ...preferences,
        findMany: async (ids) => {
          const found = await preferences.findMany(ids);
          return new Map([...found].map(([id, own]) => [id, { ...own, browsers: [browserOf(id)] }]));
        },
      },
      entries: entriesRepository(table),
      contentOf: async ({ kind }) => ({
        kind,
        name: 'A channel',
        title: 'A title',
        by: undefined,
        path: '/',
      }),
      findIds: async () => [],
      findRefusals: async () => () => undefined,
      addresses: async () => new Map(),
      push: async ({ id }) => {
        await after(PUSH_MS);
        this.#onPush(id);
        return 'sent';
      },
      mail: undefined,
      queue: this,
      pagePeople: BATCH_KEYS,
      onFailure: (step) => void this.#site.measure(step, () => Promise.reject(new Error('refused'))),
      clock: () => Date.now(),
    };
  }
}

const browserOf = (id: string) => ({
  id,
  endpoint: 'https://push.example/',
  keys: { p256dh: '', auth: '' },
  name: 'Firefox',
  addedAt: '',
  pushKey: '',
  sessionId: '',
});

function* bellsOf(count: number, nowMs: number) {
  for (let index = 0; index < count; index += 1) {
    const follower = ulid(nowMs - SITE_AGE_MS + Math.floor((index * SITE_AGE_MS) / count));
    yield {
      pk: `CHANNEL#${follower}`,
      sk: `FOLLOW#${CHANNEL}`,
      gsi1pk: `FOLLOWERS#${CHANNEL}`,
      gsi1sk: follower,
      gsi2pk: `BELLS#${CHANNEL}`,
      gsi2sk: follower,
      bell: true,
    };
  }
}
