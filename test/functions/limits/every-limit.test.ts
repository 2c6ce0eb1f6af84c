/** Each limit of a public site, with its counters set to just below it: the last request passes, the next is refused. */
import { rateCounterOf } from '#functions/limits/limits.adapters.ts';
import { webhookBudget } from '#functions/webhooks/sending/budget.ts';
import { webhookRatePartition } from '#functions/webhooks/table/webhook.item.ts';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { dayOf } from '#functions/base/day.ts';
import { VIEWER_ADDRESS_HEADER } from '#functions/http/cdn.ts';
import { ownerOfAddress } from '#functions/limits/address.ts';
import { countersRepository } from '#functions/limits/counters.repository.ts';
import { opensAfterMs, windowAt } from '#functions/limits/sliding-window.ts';
import { spendingRepository } from '#functions/limits/spending.repository.ts';
import {
  type AccountTier,
  type BudgetKind,
  BUDGETS,
  type CountedKind,
  type Rate,
  stageLimits,
} from '#functions/limits/stage-limits.ts';
import { addressHash } from '#functions/mail/address-hash.ts';
import { subscriptionPartition } from '#functions/realtime/subscriptions.item.ts';
import type { ErrorReason } from '#shared/base/errors.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { PASSWORD } from '#test/support/api/accounts-pool.ts';
import { JPEG } from '#test/support/api/broadcast/direct-segments.ts';
import { CameraCaller } from '#test/support/api/camera-caller.ts';
import { expectError } from '#test/support/api/contract-checks.ts';
import {
  newAddress,
  startLocalApi,
  type ApiAnswer,
  type LocalApi,
  type TestUser,
} from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { OUTPUTS, seedVideos } from '#test/support/api/table/seed-videos.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { connect } from '#test/support/stand-ins/realtime-client.ts';

const { rates, persons, site: ofSite, reserve, guesses, viewers } = stageLimits('cloud');
const media = useMedia();

let site: LocalApi;
let stage: VideosStage;
let camera: CameraCaller;
let owner: TestUser;
let videoId: string;

beforeAll(async () => {
  // Before the Lambdas are loaded, which take the clock that they find; no window ends while it stands still.
  vi.useFakeTimers({ toFake: ['Date'] });
  const transcoder = { statusUpdateMs: 50 };
  site = await startLocalApi({ ivs: true, mail: true, realtime: true, storage: true, transcoder });
  stage = new VideosStage(site);
  camera = await CameraCaller.on(site);
  owner = await site.aUser();
  videoId = (await seedVideos(site.table, owner, [{ status: 'ready' }]))[0]!.id;
  await putFilm();
});
afterAll(async () => {
  vi.useRealTimers();
  stage?.s3.destroy();
  await site?.close();
});

/** The files of the seeded video. */
async function putFilm(): Promise<void> {
  const put = (url: string, Body: string) =>
    stage.s3.send(new PutObjectCommand({ Bucket: site.storage?.mediaBucket ?? '', Key: url.slice(1), Body }));
  const names = Array.from({ length: 8 }, (_, n) => `${n}.ts`);
  const segments = names.map((name) => `#EXTINF:2,\n${name}\n`).join('');
  await put(OUTPUTS.playback_url, `#EXTM3U\n#EXT-X-TARGETDURATION:2\n${segments}#EXT-X-ENDLIST\n`);
  await put(OUTPUTS.thumbnail_url, 'a picture');
  for (const name of names) await put(OUTPUTS.playback_url.replace('video.m3u8', name), name);
}

/** All that is stored and sent, except counters of requests. */
async function everything() {
  const items = (await readAll(site.table)).filter(({ pk }) => !/^(RATE|SUBSCRIPTIONS)#/.test(pk));
  const files = [await stage.keys('uploads'), await stage.keys('media')];
  return { items, files, openUploads: stage.openUploads(), mails: site.pool.mails.length };
}

const expectPassed = ({ status, body }: ApiAnswer): void =>
  expect(status, JSON.stringify(body)).toBeLessThan(300);

/** Refused for this reason and time, and changes nothing. */
async function expectRefused(ask: () => Promise<ApiAnswer>, reason: ErrorReason, afterS: number) {
  const before = await everything();
  const answer = await ask();
  expectError(answer, 'too_many_requests');
  expect(answer.body).toMatchObject({ reason, params: { wait_s: afterS } });
  expect(answer.headers.get('retry-after')).toBe(String(afterS));
  expect(await everything()).toEqual(before);
}

/** Leaves so much of a rate. */
async function useUp(kind: CountedKind, who: string, left: number, partitionOf?: (key: string) => string) {
  const { requests, windowMs } = rateOf(kind);
  const counters = countersRepository(site.table, partitionOf);
  await counters.add(`${kind}#${who}`, { window: windowAt(Date.now(), windowMs), windowMs }, requests - left);
}

const rateOf = (kind: CountedKind): Rate => rates[kind]!;

interface RateCase {
  readonly reason: ErrorReason;
  readonly who: string;
  ask(): Promise<ApiAnswer>;
}

/** Requests from one network that sends no others. */
function fromOneNetwork() {
  const address = newAddress();
  const headers = { [VIEWER_ADDRESS_HEADER]: address };
  return {
    who: ownerOfAddress(address),
    ask: (method: string, path: string, body?: object) => site.api(method, path, { body, headers }),
  };
}

let strangers = 0;

const RATES = {
  'sign-up': async () => {
    const { who, ask } = fromOneNetwork();
    const account = () => {
      const username = `stranger_${++strangers}`;
      return { username, email: `${username}@fans.example`, password: PASSWORD };
    };
    return { reason: 'many_accounts', who, ask: () => ask('POST', '/auth/signup', account()) };
  },
  'log-in': async ({ username, password }) => {
    const { who, ask } = fromOneNetwork();
    return { reason: 'many_log_ins', who, ask: () => ask('POST', '/auth/login', { username, password }) };
  },
  'forgotten password': async ({ username }) => {
    const { who, ask } = fromOneNetwork();
    const forget = () => ask('POST', '/auth/forgot-password', { username });
    return { reason: 'many_codes_from_network', who, ask: forget };
  },
  mail: async () => {
    // One account may ask for a few codes only.
    const people = [await site.aUser(), await site.aUser(), await site.aUser()];
    const email = `victim_${++strangers}@fans.example`;
    const change = () => {
      const { token, password } = people.pop()!;
      return site.api('POST', '/auth/email', { token, body: { email, password } });
    };
    return { reason: 'many_codes_to_address', who: addressHash(email), ask: change };
  },
  report: async ({ id, token }) => {
    const body = { kind: 'channel', id: owner.id, reason: 'spam' };
    const who = createHash('sha256').update(id).digest('base64url');
    return { reason: 'many_reports', who, ask: () => site.api('POST', '/reports', { token, body }) };
  },
  comment: async ({ id, token }) => {
    const who = createHash('sha256').update(id).digest('base64url');
    const write = () =>
      site.api('POST', `/comments/video/${videoId}`, { token, body: { text: `Comment ${++strangers}` } });
    return { reason: 'many_comments', who, ask: write };
  },
  'comments of a day': async ({ id, token }) => {
    const who = createHash('sha256').update(id).digest('base64url');
    const write = () =>
      site.api('POST', `/comments/video/${videoId}`, { token, body: { text: `Comment ${++strangers}` } });
    return { reason: 'many_comments', who, ask: write };
  },
  change: async ({ id, token }) => {
    const body = { language: 'en' };
    const change = () => site.api('PUT', '/auth/language', { token, body });
    return { reason: 'many_changes', who: id, ask: change };
  },
  file: async (person) => {
    const id = await camera.live(person, { way: 'direct' });
    return { reason: 'many_changes', who: person.id, ask: () => camera.picture(person, id, JPEG) };
  },
  caption: async (person) => {
    const streamId = await camera.live(person, { way: 'direct' });
    const caption = () => ({
      id: randomUUID(),
      at: new Date().toISOString(),
      text: 'It turns',
      language: 'en',
    });
    const add = () =>
      site.api('POST', `/browser-stream/${streamId}/captions`, { token: person.token, body: caption() });
    return { reason: 'many_live_captions', who: `${streamId}#${person.id}`, ask: add };
  },
  presence: async () => {
    const { who, ask } = fromOneNetwork();
    return { reason: 'many_requests', who, ask: () => ask('POST', '/passes/lists') };
  },
  view: async () => {
    const { who, ask } = fromOneNetwork();
    const pass = await passTo(site, 'video', videoId);
    return { reason: 'many_requests', who, ask: () => ask('POST', `/videos/${videoId}/views`, { pass }) };
  },
  read: async () => {
    const { who, ask } = fromOneNetwork();
    return { reason: 'many_requests', who, ask: () => ask('GET', `/streamers/${owner.username}`) };
  },
} as const satisfies Readonly<Record<string, (person: TestUser) => Promise<RateCase>>>;

const SUBSCRIPTIONS = {
  'subscription by pass': ({ viewer, expiresS }) => `${viewer}.${expiresS}`,
  'subscription by person': (claims) => claims.owner,
  'subscription by network': (claims) => claims.owner,
} as const satisfies Readonly<Record<string, (claims: Claims) => string>>;

interface Claims {
  readonly viewer: string;
  readonly expiresS: string;
  readonly owner: string;
}

/** Whom they count. */
const WEBHOOKS = {
  'webhook of channel': (channelId) => channelId,
  'webhook of site': () => 'all',
} as const satisfies Readonly<Record<string, (channelId: string) => string>>;

describe('the rate', () => {
  it('of each kind is tried here', () => {
    const tried = [...Object.keys(RATES), ...Object.keys(SUBSCRIPTIONS), ...Object.keys(WEBHOOKS)];
    expect(tried.toSorted()).toEqual(Object.keys(rates).toSorted());
  });

  it.each(Object.keys(RATES) as (keyof typeof RATES)[])('of “%s” holds', async (kind) => {
    const { requests, windowMs, batch = 1 } = rateOf(kind);
    const { reason, who, ask } = await RATES[kind](await site.aUser());
    await useUp(kind, who, batch);
    for (let n = 0; n < batch; n += 1) expectPassed(await ask());
    // They are counted with the last one of their batch.
    for (let n = 1; n < batch; n += 1) expectPassed(await ask());
    const counts = { window: windowAt(Date.now(), windowMs), count: requests + batch, before: 0 };
    const afterMs = opensAfterMs(counts, requests, Date.now(), windowMs);
    await expectRefused(ask, reason, Math.ceil(afterMs / 1000));
    // As before, now without another write to the table.
    await expectRefused(ask, reason, Math.ceil(afterMs / 1000));
  });

  it.each(Object.keys(SUBSCRIPTIONS) as (keyof typeof SUBSCRIPTIONS)[])('of each %s holds', async (kind) => {
    const { token } = await site.aUser();
    const asked = kind === 'subscription by network' ? {} : { token };
    const answer = await site.api('POST', `/passes/channel/${owner.id}`, asked);
    const { pass } = answer.body as { pass: string };
    const [, , viewer = '', expiresS = '', ofWhom = ''] = pass.split('.');
    const who = SUBSCRIPTIONS[kind]({ viewer, expiresS, owner: ofWhom });
    await useUp(kind, who, 1, subscriptionPartition);
    const client = await connect({ port: site.realtime!.port, pass });
    const authorization = { host: 'localhost', Authorization: pass };
    const subscribe = async (id: string): Promise<unknown> => {
      client.send({ type: 'subscribe', id, channel: channelTopic(owner.id), authorization });
      for (;;) {
        const { type } = await client.next();
        if (String(type).startsWith('subscribe')) return type;
      }
    };
    expect(await subscribe('last')).toBe('subscribe_success');
    expect(await subscribe('next')).toBe('subscribe_error');
    client.close();
  });

  it.each(Object.keys(WEBHOOKS) as (keyof typeof WEBHOOKS)[])(
    'of requests to each %s holds',
    async (kind) => {
      const { id } = await site.aUser();
      const { batch = 1 } = rateOf(kind);
      await useUp(kind, WEBHOOKS[kind](id), 0, webhookRatePartition);
      const counter = rateCounterOf(site.table, { LIMITS: 'cloud' }, webhookRatePartition);
      const spend = webhookBudget(counter, Date.now);
      // They are counted with the last one of their batch.
      for (let n = 1; n < batch; n += 1) expect(await spend(id)).toBeNull();
      expect(await spend(id)).toBeGreaterThan(Date.now());
    },
  );
});

interface BudgetCase {
  /** How much a request uses, or a bit more; 0: it only needs that something is left. */
  readonly uses: number;
  /** Answers the next request. */
  prepare(person: TestUser): Promise<() => Promise<ApiAnswer>>;
  /** Before the next request of the same person. */
  settle?(person: TestUser, answer: ApiAnswer): Promise<unknown>;
}

const REQUESTS = {
  videos: {
    uses: 3,
    prepare: async (person) => {
      const shape = { size: '64x36', seconds: 2, rate: 10, sound: false, codecs: H264 };
      const film = Uint8Array.from(await readFile(await media('fan.mp4', shape)));
      const uploads = [await stage.upload(person, film), await stage.upload(person, film)];
      return () => stage.publish(person, uploads.pop() ?? '');
    },
    settle: (person, { body }) => stage.ended((body as { id: string }).id, person),
  },
  uploads: { uses: 1000, prepare: async (person) => () => stage.announce(person, 1000) },
  files: {
    uses: 1,
    prepare:
      async ({ token }) =>
      () =>
        site.api('POST', '/pictures', { token, body: { content_type: 'image/png', size: 9 } }),
  },
  camera: { uses: 0, prepare: async (person) => () => camera.start(person, { way: 'direct' }) },
  compatible: { uses: 0, prepare: async (person) => () => camera.start(person) },
  software: {
    uses: 0,
    prepare:
      async ({ token }) =>
      () =>
        site.api('POST', '/streaming/start', { token, body: { title: 'A fan', game: 'Box Fans' } }),
    settle: ({ token }) => site.api('POST', '/streaming/stop', { token }),
  },
  clips: {
    uses: 1,
    prepare: async ({ token }) => {
      const body = { kind: 'video', id: videoId, from_ms: 0, until_ms: 6000, title: 'Blades' };
      return () => site.api('POST', '/clips', { token, body });
    },
  },
} as const satisfies Readonly<Record<string, BudgetCase>>;

type RequestedKind = keyof typeof REQUESTS;

const OTHERS = 'OTHERS';

/** Raises what a channel has used of today's budget. */
const spend = (kind: BudgetKind, channelId: string, amount: number): Promise<void> =>
  spendingRepository(site.table).raise(
    dayOf(Date.now()),
    { channelId, itemId: 'BEFORE', amounts: { [kind]: amount } },
    async () => undefined,
  );

async function aPersonOf(tier: AccountTier): Promise<TestUser> {
  if (tier === 'unverified') return site.aUser();
  const person = await site.aProvenUser();
  const created_at = new Date(Date.now() - 8 * DAY_MS).toISOString();
  if (tier === 'established')
    await updateItem(site.table, { pk: `CHANNEL#${person.id}`, sk: 'ACCOUNT' }, { created_at });
  return person;
}

interface Scope {
  readonly tier: AccountTier;
  readonly reason: ErrorReason;
  /** Whose use counts. @default the person's */
  readonly by?: typeof OTHERS;
  limitOf(kind: BudgetKind): number;
}

const SCOPES: readonly [string, Scope][] = [
  ...(['established', 'new', 'unverified'] as const).map((tier): [string, Scope] => [
    `of an account that is ${tier}`,
    { tier, reason: 'day_limit', limitOf: (kind) => persons[tier][kind] },
  ]),
  [
    'of the site',
    { tier: 'established', by: OTHERS, reason: 'site_day_limit', limitOf: (kind) => ofSite[kind] },
  ],
  [
    'of the site for new accounts',
    {
      tier: 'new',
      by: OTHERS,
      reason: 'new_accounts_day_limit',
      limitOf: (kind) => ofSite[kind] * (1 - reserve),
    },
  ],
];

describe.each(SCOPES)('the daily budget %s', (_, { tier, by, reason, limitOf }) => {
  // What a test uses would be missing to the next.
  beforeEach(async () => {
    const { client, TableName } = site.table;
    for (const { pk, sk } of await readAll(site.table))
      if (pk.startsWith('SPENT#') || sk.startsWith('SPENT#'))
        await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
  });

  // Whole for one scope, and one kind for each of the others.
  const kinds = (Object.keys(REQUESTS) as RequestedKind[]).map((kind) => ({
    kind,
    tags: (tier === 'established' && !by) || kind === 'uploads' ? [] : ['slow'],
  }));
  for (const { kind, tags } of kinds)
    it(`for “${kind}” holds`, { tags }, async () => {
      const { uses, prepare, settle }: BudgetCase = REQUESTS[kind];
      const person = await aPersonOf(tier);
      const ask = await prepare(person);
      await spend(kind, by ?? person.id, limitOf(kind) - (uses || 1));
      const answer = await ask();
      expectPassed(answer);
      await settle?.(person, answer);
      if (uses === 0) await spend(kind, by ?? person.id, limitOf(kind));
      await expectRefused(ask, reason, Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000));
    });

  it('for “replays” holds, without a request that is refused', async () => {
    const { chargeTranscoding } = await import('#functions/browser-stream/remakes.ts');
    const { budgetsOf } = await import('#functions/limits/limits.adapters.ts');
    const budgets = budgetsOf(site.table, { LIMITS: 'cloud' });
    const { id: channelId } = await aPersonOf(tier);
    await spend('replays', by ?? channelId, limitOf('replays') - 60);
    const charge = (part: string) =>
      chargeTranscoding({ budgets }, { id: 'B', channelId }, { part, durationS: 60 });
    expect([await charge('a'), await charge('b'), await charge('a')]).toEqual([true, false, true]);
    expect(site.log.entries()).toContainEqual(
      expect.objectContaining({ step: 'browser-stream.budget', channel: channelId, part: 'b', reason }),
    );
  });
});

it('the daily budget of each kind is tried here', () => {
  expect([...Object.keys(REQUESTS), 'replays'].toSorted()).toEqual(BUDGETS.toSorted());
});

it('an account’s guesses have to wait after the free ones, even a right one', async () => {
  const { username, password } = await site.aUser();
  const logIn = (guess: string) => site.api('POST', '/auth/login', { body: { username, password: guess } });
  for (let n = 0; n < guesses.free; n += 1) expectError(await logIn(`guess ${n}`), 'invalid_credentials');
  await expectRefused(() => logIn(password), 'many_passwords_of_strangers', guesses.waitsMs[0] / 1000);
});

it('passes from one address are of a limited number of viewers, and each person is another', async () => {
  const viewersOf = async (count: number, asked: object) => {
    const found = new Set<string | undefined>();
    for (let n = 0; n < count; n += 1) {
      const { body } = await site.api('POST', `/passes/channel/${owner.id}`, asked);
      found.add((body as { pass: string }).pass.split('.')[2]);
    }
    return found;
  };
  const headers = { [VIEWER_ADDRESS_HEADER]: newAddress() };
  const found = await viewersOf(5 * viewers, { headers });
  expect(found.size).toBeGreaterThan(1);
  expect(found.size).toBeLessThanOrEqual(viewers);
  const { token } = await site.aUser();
  const [person, ...others] = await viewersOf(3, { headers, token });
  expect(others).toEqual([]);
  expect(found).not.toContain(person);
});

it('no limit leads to a failure', () => {
  expect(site.log.entries().filter(({ status }) => Number(status) >= 500)).toEqual([]);
});
