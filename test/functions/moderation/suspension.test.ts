import { beforeEach, describe, expect, it } from 'vitest';
import { ulid } from 'ulid';
import { getItem } from '#functions/aws/table/get-item.ts';
import { putItem } from '#functions/aws/table/write-items.ts';
import { checkChain } from '#shared/plain/moderation/check-chain.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { KilledError } from '#test/support/api/killable-ports.ts';
import { DeletionStage, KillableProcess } from '#test/support/api/deletion-stage.ts';
import { aModerator, caseOf, decided, logOf, report } from '#test/support/api/moderation/moderators.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const DAY_MS = 24 * 60 * 60_000;
const LEASE_MS = 61_000;

let ada: TestUser;
let bea: TestUser;
let videoId: string;
const site = await localApi({ ivs: true, storage: true, realtime: true, mail: true });
const stage = new DeletionStage(site);
const moderator = await aModerator(site);
beforeEach(async () => {
  stage.reset();
  [ada, bea] = [await site.aUser(), await site.aProvenUser()];
  const [video] = await seedVideos(site.table, bea, [{ status: 'ready', title: 'Turning' }]);
  videoId = video!.id;
});

const SUSPEND = { act: 'suspend', reason: 'hate', words: 'Please be kind.' } as const;
const caseId = () => `channel.${bea.id}`;

async function suspended(days: number | null = 7): Promise<void> {
  expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: bea.id }));
  await decided(site, moderator, caseId(), { ...SUSPEND, days });
}
const undone = () => decided(site, moderator, caseId(), { act: 'undo' });

const me = async ({ token }: TestUser) =>
  expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token }));
const write = ({ token }: TestUser) =>
  site.api('POST', `/chat/${ada.id}`, { token, body: { message: 'What a fan!' } });
const logIn = ({ username, password }: TestUser) =>
  site.api('POST', '/auth/login', { body: { username, password } });

/** What a stranger finds of Bea: her channel, her video, and how many channels and videos there are. */
async function foundBy(token?: string) {
  const get = (path: string) => site.api('GET', path, { token });
  const list = async (path: string) => ((await get(path)).body as { id: string }[]).map(({ id }) => id);
  const { headers } = await get('/streamers?limit=1');
  return {
    channel: (await get(`/streamers/${bea.username}`)).status,
    video: (await get(`/videos/${videoId}`)).status,
    chat: (await get(`/chat/${bea.id}`)).status,
    inList: (await list('/streamers?limit=100')).includes(bea.id),
    newest: (await list('/streamers?order=newest&limit=100')).includes(bea.id),
    inLatest: (await list('/videos/latest?limit=100')).includes(videoId),
    inSearch: JSON.stringify((await get(`/search?q=${bea.username}`)).body).includes(bea.id),
    channels: Number(headers.get('x-total-count')),
  };
}

const HIDDEN = { channel: 404, video: 404, chat: 404 };
const UNREACHABLE = { inList: false, newest: false, inLatest: false, inSearch: false };

describe('a suspended user', () => {
  it('can read but not write, and learns why, also at log-in', async () => {
    expect((await write(bea)).status).toBe(201);
    await suspended();
    const words = expectError(await write(bea), 'suspended');
    expect(words).toMatch(
      /^Your account is suspended until \w+ \d+, \d{4} at \d+:\d\d [AP]M UTC \(hate against people.*You can appeal/,
    );
    const { suspension } = await me(bea);
    expect(suspension).toMatchObject({ reason: 'hate', words: 'Please be kind.' });
    expect(Date.parse(suspension!.until!) - Date.now()).toBeGreaterThan(6.9 * DAY_MS);
    const { token, user } = expectSuccess('POST /auth/login', await logIn(bea));
    expect(user.suspension).toEqual(suspension);
    expectError(await write({ ...bea, token }), 'suspended');
  });

  it('can still remove what is kept of them, and end what comes to them', async () => {
    const ask = (method: string, path: string, body?: object) =>
      site.api(method, path, { token: bea.token, ...(body && { body }) });
    const watched = `/library/history/${videoId}`;
    expect((await ask('PUT', watched, { position_s: 30 })).status).toBe(204);
    expect((await ask('POST', `/follows/${ada.id}`)).status).toBe(200);
    await suspended();
    expectError(await ask('PUT', watched, { position_s: 60 }), 'suspended');
    for (const path of [watched, '/library/history', `/follows/${ada.id}`, `/news/bells/${ada.id}`])
      expect((await ask('DELETE', path)).status, path).toBeLessThan(300);
    expect((await ask('PUT', '/library/settings', { is_paused: true })).body).toEqual({ is_paused: true });
    expect((await ask('GET', '/library/history')).body).toEqual([]);
  });

  it('is hidden from lookup, lists and search, and so are the videos', async () => {
    const before = await foundBy();
    expect(before).toMatchObject({ channel: 200, video: 200, inList: true, inLatest: true, inSearch: true });
    await suspended();
    await stage.tick();
    expect(await foundBy(ada.token)).toEqual({ ...HIDDEN, ...UNREACHABLE, channels: before.channels - 1 });
    await undone();
    await stage.tick();
    expect(await foundBy()).toEqual(before);
  });

  it('is not hidden by a late step of a suspension that has ended, nor shown by one of its end', async () => {
    const { withholdBroadcasts } = await import('#functions/browser-stream/table/withheld.repository.ts');
    const { broadcastKey, ofChannelPrefix } =
      await import('#functions/browser-stream/table/broadcast.item.ts');
    const broadcast_id = ulid();
    await putItem(site.table, broadcastKey(broadcast_id));
    await putItem(site.table, { pk: `CHANNEL#${bea.id}`, sk: ofChannelPrefix + broadcast_id, broadcast_id });
    const step = (isWithheld: boolean) =>
      withholdBroadcasts(site.table, isWithheld)({ id: bea.id, hasTime: () => true });
    const isWithheld = async () => (await getItem(site.table, broadcastKey(broadcast_id)))?.['is_withheld'];
    await step(true);
    expect(await isWithheld()).toBeUndefined();
    await suspended();
    await stage.tick();
    await step(false);
    expect(await isWithheld()).toBe(true);
  });

  it('gets one mail', async () => {
    await suspended();
    await stage.tick();
    stage.wait(LEASE_MS);
    await stage.tick();
    const mails = site.pool.mailsTo(bea.email).filter(({ subject }) => subject.includes('suspended'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Please be kind.');
  });

  it('is taken offline by the next tick, and loses the stream key', async () => {
    const { token } = bea;
    await site.api('POST', '/streaming/start', { token, body: { title: 'On', game: 'Box Fans', tags: [] } });
    await reportStream(site, bea, 'Stream Start');
    const count = async () =>
      Number((await site.api('GET', '/streamers?live=true')).headers.get('x-total-count'));
    const live = await count();
    await suspended();
    expect(await count()).toBe(live - 1);
    await stage.tick();
    expect(await count()).toBe(live - 1);
    await undone();
    expect(
      expectSuccess('GET /streaming/status', await site.api('GET', '/streaming/status', { token })),
    ).toMatchObject({
      is_live: false,
    });
    expect(await count()).toBe(live - 1);
  });

  it('can still manage and delete the account', async () => {
    await suspended(null);
    const { token, password } = bea;
    expectSuccess('POST /auth/export', await site.api('POST', '/auth/export', { token, body: { password } }));
    expectSuccess('DELETE /auth/me', await site.api('DELETE', '/auth/me', { token, body: { password } }));
    for (let day = 0; day < 3; day += 1) {
      await stage.tick();
      stage.wait(DAY_MS + LEASE_MS);
    }
    expect(await stage.tracesOf([bea.id])).toEqual([]);
    expect(site.deniedMedia.keys.exists(bea.id)).toBe(false);
    const entries = await logOf(site);
    expect((await checkChain(entries)).broken).toBeUndefined();
  });

  it('is restored by the tick when the time is over', async () => {
    const before = await foundBy();
    await suspended(1);
    await stage.tick();
    stage.wait(DAY_MS + LEASE_MS);
    await stage.tick();
    stage.wait(LEASE_MS);
    await stage.tick();
    expect(await foundBy()).toEqual(before);
    expect((await me(bea)).suspension).toBeUndefined();
    expect((await write(bea)).status).toBe(201);
  });

  it('stays suspended permanently when that was decided, however often they sign in', async () => {
    await suspended(null);
    const { token } = expectSuccess('POST /auth/login', await logIn(bea));
    await site.api('DELETE', '/auth/sessions', { token });
    const again = expectSuccess('POST /auth/login', await logIn(bea));
    expect(expectError(await write({ ...bea, token: again.token }), 'suspended')).toContain('permanently');
    const sessions = await stage.tracesOf([bea.id]);
    expect(sessions).toContain(`CHANNEL#${bea.id} SESSIONS`);
    stage.wait(400 * DAY_MS);
    expect(await stage.tracesOf([bea.id])).toContain(`CHANNEL#${bea.id} SESSIONS`);
  });

  it('can appeal once at a time, and a moderator can lift the suspension', async () => {
    await suspended(null);
    const answer = () =>
      site.api('POST', '/reports/appeals', { token: bea.token, body: { words: 'It was a joke.' } });
    expectSuccess('POST /reports/appeals', await answer());
    expectError(await answer(), 'conflict');
    const id = `appeal.${bea.id}`;
    const context = await caseOf(site, moderator, id);
    expect(context).toMatchObject({
      case: {
        kind: 'appeal',
        evidence: { text: 'It was a joke.', suspension: { reason: 'hate', until: null } },
      },
      suspension: { reason: 'hate', until: null },
      acts_before: 1,
    });
    await decided(site, moderator, id, { act: 'lift' });
    expect((await me(bea)).suspension).toBeUndefined();
    expect((await write(bea)).status).toBe(201);
    // Of the case by which it came, the suspension is over as well.
    await undone();
    expect((await write(bea)).status).toBe(201);
  });

  it('can appeal only while suspended', async () => {
    const body = { words: 'Why?' };
    expectError(await site.api('POST', '/reports/appeals', { token: bea.token, body }), 'conflict');
  });
});

describe('a killed process', () => {
  /** Decides as a moderator does, in a process that ends after so many writes. */
  async function decideOnce(writes: number, act: 'suspend' | 'undo' | 'remove'): Promise<void> {
    const { moderationDeps } = await import('#functions/moderation/moderation-deps.ts');
    const { decideCase } = await import('#functions/moderation/moderation.service.ts');
    const { version } = (await caseOf(site, moderator, caseId())).case;
    const table = { ...site.table, client: new KillableProcess(writes).guard(site.table.client) };
    const deps = moderationDeps({ table, clock: Date.now, publishRemoval: async () => {} });
    const body = { version, act, reason: 'hate', days: 7 } as const;
    await decideCase(deps, moderator.id, caseId(), body);
  }

  it('in an act leaves the log whole, and the act done or not done', async () => {
    expectSuccess('POST /reports', await report(site, ada, { kind: 'channel', id: bea.id }));
    for (const act of ['suspend', 'undo', 'remove'] as const) {
      let deaths = 0;
      for (let isDead = true; isDead;) {
        const entries = await logOf(site);
        const { version } = (await caseOf(site, moderator, caseId())).case;
        isDead = await decideOnce(deaths + 1, act).then(
          () => false,
          (error: unknown) => {
            if (!(error instanceof KilledError)) throw error;
            return true;
          },
        );
        const { case: one } = await caseOf(site, moderator, caseId());
        const log = await logOf(site);
        expect(log.length - entries.length).toBe(one.version - version);
        expect(await checkChain(log)).toEqual({ seq: log.length, hash: log.at(-1)!.hash });
        const isSuspended = one.decisions.some((decision) => decision.act === 'suspend');
        expect((await me(bea)).suspension !== undefined).toBe(isSuspended);
        expect((await foundBy()).channel).toBe(isSuspended ? 404 : 200);
        deaths += 1;
        // The moderator checks before retrying: the decision has happened, and is not made twice.
        if (one.version > version) break;
      }
      expect(deaths, act).toBeGreaterThan(0);
    }
  });

  it('in a suspension or its end is completed by the next tick', async () => {
    await seedVideos(site.table, bea, [
      { status: 'ready', title: 'Two' },
      { status: 'ready', title: 'Three' },
    ]);
    await site.api('POST', '/streaming/start', {
      token: bea.token,
      body: { title: 'On', game: 'Box Fans', tags: [] },
    });
    await reportStream(site, bea, 'Stream Start');
    const before = await foundBy();
    await suspended();
    const killed = async (): Promise<number> => {
      for (let deaths = 1; ; deaths += 1) {
        const isDead = await stage.tick(deaths).then(
          () => false,
          (error: unknown) => {
            if (error instanceof KilledError) return true;
            throw error;
          },
        );
        if (!isDead) return deaths;
        stage.wait(LEASE_MS);
      }
    };
    expect(await killed()).toBeGreaterThan(3);
    expect(await foundBy()).toMatchObject({ ...HIDDEN, ...UNREACHABLE });
    await undone();
    expect(await killed()).toBeGreaterThan(2);
    expect(await foundBy()).toEqual(before);
  });
});
