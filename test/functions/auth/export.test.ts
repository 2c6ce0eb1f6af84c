import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fillArchive, onExportsTick } from '#functions/auth/export/export.service.ts';
import type { ExportPosition, ExportSection } from '#functions/auth/export/export.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { seedPerson } from '#test/support/api/person/seed-person.ts';
import { withSecondFactor } from '#test/support/api/second-factors.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const site = await localApi({ ivs: true, storage: true });
const stage = new VideosStage(site);
const [ada, bea] = [await site.aUser(), await site.aUser()];

const request = async ({ token, password }: TestUser) =>
  expectSuccess('POST /auth/export', await site.api('POST', '/auth/export', { token, body: { password } }));
const links = async ({ token, password }: TestUser) => {
  const answer = await site.api('POST', '/auth/export/links', { token, body: { password } });
  return expectSuccess('POST /auth/export/links', answer);
};
const state = async ({ token }: TestUser) =>
  expectSuccess('GET /auth/export', await site.api('GET', '/auth/export', { token }));
const tick = () => site.deliver({ 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} });

/** The files of an archive, by name; JSON is parsed. */
async function filesAt(url: string): Promise<Record<string, unknown>> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return filesIn(new Uint8Array(await response.arrayBuffer()));
}

const filesIn = (zip: Uint8Array): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(unzipSync(zip)).map(([name, bytes]) => [
      name,
      name.endsWith('.json') ? JSON.parse(strFromU8(bytes)) : strFromU8(bytes),
    ]),
  );

describe('a data export', () => {
  it('has all data of the account, and a guide to its files', async () => {
    expect(await state(ada)).toEqual({ status: 'none', archives: [], expires_at: null });
    await seedPerson(stage, ada, bea, { parts: ['profile', 'follows', 'chat', 'videos'] });
    await site.api('POST', `/chat/${ada.id}`, { token: bea.token, body: { message: 'not of Ada' } });

    const { status, archives } = await request(ada);
    expect([status, archives.length]).toEqual(['ready', 1]);
    const files = await filesAt(archives[0]!.url);
    expect(files['README.txt']).toContain('messages.json: what you have written');
    expect(files['account.json']).toMatchObject({ id: ada.id, email: ada.email, language: 'en' });
    expect(files['news.json']).toMatchObject({ language: 'en' });
    expect(files['channel.json']).toMatchObject({ id: ada.id, username: ada.username });
    expect(files['follows.json']).toEqual([
      { channel_id: bea.id, username: bea.username, display_name: bea.username, bell: false },
    ]);
    const [message, title] = ['What a fan of Northwind!', 'Northwind in private'];
    const hidden = { title, visibility: 'private', playback_url: expect.any(String) as string };
    expect(files['videos.json']).toContainEqual(expect.objectContaining(hidden));
    expect(files['messages.json']).toMatchObject([
      { channel_id: ada.id, message },
      { channel_id: bea.id, message },
    ]);
    expect(JSON.stringify(files)).not.toContain('not of Ada');
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(files['sessions.json']).toEqual([
      { device: expect.any(String), created_at: time, last_used_at: time },
    ]);
  });

  it('says whether two-factor log-in is on, but not its secret', async () => {
    const [without, has] = [await site.aUser(), await withSecondFactor(site)];
    const filesOf = async (user: TestUser) => filesAt((await request(user)).archives[0]!.url);
    expect((await filesOf(without))['two-factor.json']).toEqual({ is_on: false });
    const files = await filesOf(has);
    expect(files['two-factor.json']).toEqual({ is_on: true });
    for (const reported of [has.secret, ...has.recoveryCodes])
      expect(JSON.stringify(files)).not.toContain(reported);
  });

  it('is the same when requested again within an hour', async () => {
    const keys = ({ archives }: { archives: readonly { url: string }[] }) =>
      archives.map(({ url }) => new URL(url).pathname);
    expect(keys(await request(ada))).toEqual(keys(await links(ada)));
    expect(keys(await request(ada))[0]).toContain(`/exports/${ada.id}/`);
  });

  it('is a download under a name of the site', async () => {
    const [{ url = '' } = {}] = (await request(ada)).archives;
    const { headers } = await fetch(url);
    expect(headers.get('content-disposition')).toBe('attachment; filename="fanfare-1.zip"');
    expect(headers.get('content-type')).toBe('application/zip');
  });

  it('is available to its owner alone', async () => {
    expectError(await site.api('GET', '/auth/export'), 'unauthenticated');
    for (const path of ['/auth/export', '/auth/export/links'])
      expectError(await site.api('POST', path, { body: { password: ada.password } }), 'unauthenticated');
    expect(await links(bea)).toMatchObject({ status: 'none', archives: [] });
    const [{ url = '' } = {}] = (await links(ada)).archives;
    expect((await fetch(url.split('?')[0]!)).status).toBe(403);
  });

  it('is not available to a stolen token, which knows no password', async () => {
    const victim = await site.aUser();
    const { token } = victim;
    const attempt = (path: string, body: object) => site.api('POST', path, { token, body });
    for (const path of ['/auth/export', '/auth/export/links']) {
      expectError(await attempt(path, {}), 'invalid_request');
      expectError(await attempt(path, { password: 'not the password' }), 'forbidden');
    }
    expect(await state(victim)).toMatchObject({ status: 'none' });
    await request(victim);
    // The owner has made one: its state has no address.
    expect(await state(victim)).toMatchObject({ status: 'ready', archives: [] });
  });

  it('is finished by the tick when the first archive could not be stored', async () => {
    const { exportsRepository } = await import('#functions/auth/export/exports.repository.ts');
    const begun = {
      id: 'lost',
      accountId: bea.id,
      version: 1,
      requestedMs: Date.now(),
      expiresMs: Date.now() + 60_000,
      archives: [],
      position: { section: 0, page: 1 },
    };
    expect(await exportsRepository(site.table).replace(null, begun)).toBe(true);
    expect(await state(bea)).toMatchObject({ status: 'making' });
    await tick();
    const { status, archives } = await links(bea);
    expect(status).toBe('ready');
    expect(await filesAt(archives[0]!.url)).toHaveProperty(['account.json']);
  });
});

describe('the tick', () => {
  const START = { section: 0, page: 1 };
  const failingFor = (broken: string) => async (accountId: string) => {
    if (accountId === broken) throw new Error('broken');
    return { items: [] };
  };

  it('finishes other exports when one fails', async () => {
    const open = new Map(
      ['broken', 'whole'].map((accountId) => [accountId, { accountId, id: accountId, archives: [] }]),
    );
    const finished: string[] = [];
    const movedBack: string[] = [];
    const ports = {
      exports: {
        listOpen: async () => [...open.keys()],
        find: async (accountId: string) => ({
          ...open.get(accountId)!,
          ...(open.has(accountId) && { position: START }),
        }),
        moveBack: async (accountId: string) => movedBack.push(accountId),
        replace: async ({ accountId }: { readonly accountId: string }) => {
          finished.push(accountId);
          return open.delete(accountId);
        },
      },
      archives: { put: async () => {} },
      sections: async () => [{ name: 'one', about: 'one', read: failingFor('broken') }],
      clock: () => 0,
    };
    expect(await failuresOfItems(() => onExportsTick(ports as never))).toHaveLength(1);
    expect([finished, movedBack]).toEqual([['whole'], ['broken']]);
  });
});

describe('an archive', () => {
  const numbers: ExportSection = {
    name: 'numbers',
    about: 'numbers',
    read: async (_, cursor = '0') => {
      const next = Number(cursor) + 1;
      return { items: [next], next: next < 5 ? String(next) : undefined };
    },
  };
  const one: ExportSection = { name: 'one', about: 'one', read: async () => ({ items: 1 }) };

  it('continues where the archive before it ended, so that each page is in exactly one', async () => {
    const seen: string[] = [];
    let from: ExportPosition | undefined = { section: 0, page: 1 };
    let archives = 0;
    for (; from; archives++) {
      const filled = await fillArchive([one, numbers, one], 'id', from, 15);
      seen.push(...Object.keys(filesIn(filled.zip)).filter((name) => name !== 'README.txt'));
      from = filled.next;
    }
    expect(archives).toBeGreaterThan(2);
    const pages = [1, 2, 3, 4, 5].map((page) => `numbers-000${page}.json`);
    expect(seen).toEqual(['one.json', ...pages, 'one.json']);
  });
});
