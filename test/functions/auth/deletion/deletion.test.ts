import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '#functions/aws/table/get-item.ts';
import { LATE_WRITE_GRACE_MS, LEASE_MS, NAMES_KEPT_MS } from '#functions/auth/deletion/deletion.ts';
import { PAGE_HEADER } from '#functions/pages/page-header.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { DeletionStage } from '#test/support/api/deletion-stage.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { SEEDED_PEOPLE, seedPerson } from '#test/support/api/person/seed-person.ts';
import { logLength } from '#test/support/api/moderation/whole-log.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { readAll } from '#test/support/api/table/table-reader.ts';

/** A process for each write: a machine that has much else to do takes its time. */
const DEATHS_TIMEOUT_MS = 300_000;

let ada: TestUser;
let bea: TestUser;
const site = await localApi({ ivs: true, storage: true, mail: true });
site.courier.isHolding = true;
const stage = new DeletionStage(site);
beforeEach(async () => {
  stage.reset();
  [ada, bea] = [await site.aProvenUser(), await site.aUser()];
});

/** Keys of a person’s data that the folders and counts below do not cover. */
const SEEDED_KEYS = [
  /^ROOM#\S+ ROOM$/,
  /^ROOM#\S+ WORDS$/,
  /^ROOM#\S+ EMOTES$/,
  /^ROOM#\S+ MODERATOR#/,
  /^ROOM#\S+ SANCTION#/,
  /^CHANNEL#\S+ HIDDEN#/,
  /^VIDEO#\S+ COMMENT#/,
  /^VIDEO#\S+ REPLY#/,
  /^CHANNEL#\S+ COMMENTS$/,
  /^CHANNEL#\S+ COMMENT_KEY#/,
  /^LIBRARY#\S+ LATER#/,
  /^LIBRARY#\S+ LIKED#/,
  /^LIBRARY#\S+ HISTORY#/,
  /^PLAYLIST#\S+ PLAYLIST$/,
  /^PLAYLIST#\S+ ENTRIES$/,
  /^LIBRARY#\S+ PLAYLIST_KEY#/,
  /^LIBRARY#\S+ SETTINGS$/,
  /^LIBRARY#\S+ VISIT$/,
  /^NEWS#\S+ SETTINGS$/,
  /^NEWS#\S+ \d{4}-/,
  /^NOTICE#/,
  /^CASE#\S+ CASE$/,
  /^CASE#appeal\S+ CASE$/,
  /^CASE#\S+ REPORT#/,
  /^CONCERNED#\S+ ACT#/,
];

/** Writes all data that a person can have, and another address that waits for its code. */
async function seedAda(): Promise<void> {
  const body = { email: `next_of_${ada.username}@fans.example`, password: ada.password };
  expectSuccess('POST /auth/email', await site.api('POST', '/auth/email', { token: ada.token, body }));
  // After the address, whose right password resets the count of failed log-ins.
  await seedPerson(stage, ada, bea);
  // Finishes the end of the suspension.
  await stage.tick();
}

const leave = ({ token, password }: TestUser, given = password) =>
  site.api('DELETE', '/auth/me', { token, body: { password: given } });
const logIn = ({ username, password }: Pick<TestUser, 'username' | 'password'>) =>
  site.api('POST', '/auth/login', { body: { username, password } });
const signUpAgain = ({ username, email, password }: TestUser) =>
  site.api('POST', '/auth/signup', { body: { username, email, password } });
const channelOf = async ({ username }: TestUser) =>
  expectSuccess('GET /streamers/{username}', await site.api('GET', `/streamers/${username}`));
const namesOf = ({ id, username, email }: TestUser) => [id, username, email];
const claimsOf = ({ username, email }: TestUser) => [`EMAIL#${email} CLAIM`, `USERNAME#${username} CLAIM`];

/** What the site and its categories count, without one more or less channel. */
async function numbers(lessChannels = 0): Promise<object> {
  const counted = (await readAll(site.table)).filter(({ pk }) => /^(COUNT$|CATEGORY#)/.test(pk));
  const entries = counted.flatMap(({ pk, sk, ...counts }) =>
    Object.entries(counts)
      .filter(([count]) => count !== 'name')
      .map(([count, value]): [string, number] => [
        `${pk} ${sk} ${count}`,
        Number(value) - (count === 'total' ? lessChannels : 0),
      ]),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== 0));
}

/** When the deletion is taken up next; nothing where it is done. */
async function dueOf({ id }: TestUser): Promise<number | undefined> {
  const { deletionKey } = await import('#functions/auth/deletion/deletions.repository.ts');
  const item = await getItem<{ due_ms: number }>(site.table, deletionKey(id));
  return item?.due_ms;
}

/** What is left of a person, without the counts of other new accounts, which name a chat until these are no longer new. */
const leftOf = async (person: TestUser): Promise<string[]> =>
  (await stage.tracesOf(namesOf(person))).filter(
    (key) => !/^CHAT_AUTHOR#\S+ SENT$/.test(key) || key.includes(person.id),
  );

/** To the very end, however late something may come. */
async function finish(): Promise<void> {
  await stage.tick();
  stage.wait(LATE_WRITE_GRACE_MS + LEASE_MS);
  await stage.tick();
}

describe('a deleted account', () => {
  it('is locked at once, and frees its names after thirty days', async () => {
    expectSuccess('DELETE /auth/me', await leave(ada));
    expectError(await logIn(ada), 'invalid_credentials');
    expectError(await logIn({ ...ada, username: ada.email }), 'invalid_credentials');
    expectError(await site.api('GET', '/auth/me', { token: ada.token }), 'unauthenticated');
    await stage.tick();
    expectError(await site.api('GET', `/streamers/${ada.username}`), 'not_found');
    expect((await site.api('GET', `/pages/index.html`, pageOf(ada))).status).not.toBe(200);
    expectError(await signUpAgain(ada), 'username_taken');
    expectError(await signUpAgain({ ...ada, username: `${ada.username}_2` }), 'email_taken');
    await finish();
    expect(await leftOf(ada)).toEqual(claimsOf(ada));
    stage.wait(NAMES_KEPT_MS);
    expect(await stage.tracesOf(namesOf(ada))).toEqual([]);
  });

  it('leaves nothing in the table or in any bucket, and restores every count', async () => {
    const before = await numbers(1 - SEEDED_PEOPLE);
    await seedAda();
    const files = await stage.files();
    const folders = ['chunks', 'media/pictures', 'media/videos', 'pictures', 'videos'];
    for (const folder of folders)
      expect(files.filter((key) => key.startsWith(`${folder}/${ada.id}/`)).length, folder).toBeGreaterThan(0);
    expect(files.filter((key) => key.startsWith('ivs/'))).toHaveLength(1);
    const traces = await stage.tracesOf([ada.id]);
    expect(traces.length).toBeGreaterThan(30);
    expect(traces.filter((key) => key.includes(' GUESSES#'))).toHaveLength(3);
    for (const kind of SEEDED_KEYS)
      expect(traces.filter((key) => kind.test(key)).length, String(kind)).toBeGreaterThan(0);
    const entries = await logLength(site.table);

    expectSuccess('DELETE /auth/me', await leave(ada));
    await finish();
    expect(await leftOf(ada)).toEqual(claimsOf(ada));
    expect((await stage.files()).filter((key) => key.startsWith('ivs/'))).toEqual([]);
    expect((await site.api('GET', '/follows', { token: bea.token })).body).toMatchObject({
      followedChannels: [],
    });
    await foldCounters(site.table);
    expect(await channelOf(bea)).toMatchObject({ followers: 0 });
    await stage.tickForOthers();
    expect(await numbers()).toEqual(before);
    // The public log has no names, and stays whole.
    expect(await logLength(site.table)).toBe(entries);
  });

  it(
    'is gone all the same when the process dies after each of its writes',
    { timeout: DEATHS_TIMEOUT_MS, tags: ['slow'] },
    async () => {
      const before = await numbers(1 - SEEDED_PEOPLE);
      await seedAda();
      expectSuccess('DELETE /auth/me', await leave(ada));
      let deaths = 0;
      for (let dueMs = await dueOf(ada); dueMs !== undefined; dueMs = await dueOf(ada), deaths++) {
        stage.wait(dueMs - stage.nowMs + 1);
        // The first write takes the deletion up, the second is one of its own.
        await stage.tick(2).catch(() => {});
        await stage.tickForOthers();
      }
      expect(deaths).toBeGreaterThan(20);
      await foldCounters(site.table);
      expect(await leftOf(ada)).toEqual(claimsOf(ada));
      expect(await channelOf(bea)).toMatchObject({ followers: 0 });
      expect(await numbers()).toEqual(before);
    },
  );

  it('frees an unverified e-mail address at once', async () => {
    expectSuccess('DELETE /auth/me', await leave(bea));
    await site.aUser({ email: bea.email });
  });

  it('removes what was written after the first sweep', async () => {
    expectSuccess('DELETE /auth/me', await leave(ada));
    await stage.tick();
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const Bucket = site.storage?.uploadsBucket ?? '';
    await stage.s3.send(new PutObjectCommand({ Bucket, Key: `videos/${ada.id}/late`, Body: 'late' }));
    stage.wait(LATE_WRITE_GRACE_MS + LEASE_MS);
    await stage.tick();
    expect(await stage.tracesOf([ada.id])).toEqual([]);
  });

  it('is removed by the minute tick', async () => {
    expectSuccess('DELETE /auth/me', await leave(ada));
    await site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} });
    expect(await stage.tracesOf([ada.id])).toEqual([`CHANNEL#${ada.id} DELETION`]);
  });
});

describe('deleting an account', () => {
  it('requires the password', async () => {
    expect(expectError(await leave(ada, 'not the password'), 'forbidden')).toBe('The password is wrong.');
    expectError(await leave(ada, bea.password + 'x'), 'forbidden');
    expectError(await site.api('DELETE', '/auth/me', { token: ada.token, body: {} }), 'invalid_request');
    expectSuccess('GET /auth/me', await site.api('GET', '/auth/me', { token: ada.token }));
  });

  it('requires its owner', async () => {
    expectError(
      await site.api('DELETE', '/auth/me', { body: { password: ada.password } }),
      'unauthenticated',
    );
  });

  it('is idempotent', async () => {
    const answers = await Promise.all([leave(ada), leave(ada)]);
    expect(answers.map(({ status }) => status)).toContain(204);
    expectError(await leave(ada), 'unauthenticated');
    await stage.tick();
    expect(await stage.tracesOf([ada.id])).toEqual([`CHANNEL#${ada.id} DELETION`]);
  });
});

const pageOf = ({ username }: TestUser) => ({ headers: { [PAGE_HEADER]: `/channel/${username}` } });
