/** A site whose table and user pool are destroyed, and restored from a backup of the table as in docs/operate.md. */
import { execFile } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localCredentials, LOCAL_REGION } from '#infra/local/aws/credentials.ts';
import { createTable } from '#infra/local/table/create-table.ts';
import { scanPages, type Item } from '#operate/admin/scan-pages.ts';
import { restoreLogins } from '#operate/restore/restore-logins.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { ChatMessage } from '#shared/community/chat.ts';
import type { RecoveryCodes, TwoFactorSecret } from '#shared/people/auth.ts';
import type { Video } from '#shared/videos/videos.ts';
import { codeOf } from '#test/support/api/second-factors.ts';
import { H264, useMedia } from '#test/support/media/transcoder-media.ts';
import { askFrom } from '#test/support/site/from-address.ts';
import { codeMailedTo, confirmAddress, mailsIn } from '#test/support/site/mails.ts';
import { aPerson, PASSWORD, type Person } from '#test/support/site/people.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '#test/support/site/running-site.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';
import { openDatabase } from '#test/support/stand-ins/table-fixture.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const NEW_PASSWORD = 'blades-in-the-breeze-9';

const WRITTEN = /^(\d+) of \1 items were written\.\n$/;

const folder = siteFolder();
const media = useMedia();
let site: RunningSite;

/** Has a verified address, a second factor, a video, and a message in the chat. */
let ada: Person;
let recoveryCodes: readonly string[];
let video: Video;
/** Has an unverified address. */
let bob: Person;

beforeAll(async () => {
  site = await runSite(folder.path, {}, {});
  [ada, bob] = await Promise.all([aPerson(site.url, 'Ada'), aPerson(site.url, 'Bob')]);
  await confirmAddress(folder.path, ada);
  const { secret } = (await ada.call('POST', '/auth/two-factor', { password: PASSWORD })) as TwoFactorSecret;
  const code = { code: codeOf(secret) };
  ({ recovery_codes: recoveryCodes } = (await ada.call(
    'POST',
    '/auth/two-factor/confirm',
    code,
  )) as RecoveryCodes);
  const film = await media('hum.mp4', { seconds: 1, size: '320x180', codecs: H264 });
  video = await published(site, ada, film, 'A hum');
  await untilReady(ada, video);
  await bob.call('POST', `/chat/${ada.id}`, { message: 'What a breeze' });
});
afterAll(async () => {
  await site?.end('SIGTERM');
  folder.remove();
});

async function backUp(): Promise<Item[]> {
  const client = openDatabase(site.endpoints.dynamodb, folder.path);
  const items: Item[] = [];
  for await (const page of scanPages(client, { TableName: site.endpoints.table_name })) items.push(...page);
  client.destroy();
  return items;
}

/**
 * Deploys the site again; buckets and keys are kept. MediaConvert's events are disabled, as by the operator: otherwise
 * the files of a video that is missing in the table are deleted when its job ends.
 */
async function destroyAndDeploy(): Promise<void> {
  const ports = portsOf(site);
  await site.end('SIGTERM');
  for (const name of readdirSync(folder.path))
    if (/^(table|accounts|transcoder)\.sqlite/.test(name)) rmSync(join(folder.path, name));
  site = await runSite(folder.path, ports, {});
}

/** As AWS restores a backup: to a table with another name. */
async function restoreTable(name: string, items: readonly Item[]): Promise<void> {
  const client = openDatabase(site.endpoints.dynamodb, folder.path);
  await createTable(client, name);
  for (const Item of items) await client.send(new PutCommand({ TableName: name, Item }));
  client.destroy();
}

/** Creates an incomplete login, as left by an interrupted run. */
async function makeHalf({ id: Username, user }: Person): Promise<void> {
  const client = new CognitoIdentityProviderClient({
    endpoint: site.endpoints.cognito_idp,
    region: LOCAL_REGION,
    credentials: localCredentials(folder.path),
  });
  const UserAttributes = [
    { Name: 'email', Value: user.email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const input = { UserPoolId: site.endpoints.user_pool_id, Username, UserAttributes };
  await client.send(new AdminCreateUserCommand({ ...input, MessageAction: 'SUPPRESS' }));
  client.destroy();
}

/** Runs an operator's program on this site. */
function run(script: 'admin' | 'restore', ...args: readonly string[]): Promise<string> {
  const [, program = ''] = packageJson.scripts[script].split(' ');
  const env = { PATH: process.env['PATH'], DATA_DIR: folder.path };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: ROOT, env }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

const post = (path: string, body: object) =>
  askFrom('127.0.0.1', `${site.url}/api/auth${path}`, { method: 'POST', body });

const logIn = (username: string, password: string, code?: string) =>
  post('/login', { username, password, ...(code && { code }) });

/** Sets a new password with a mailed code. */
async function resetPassword({ username, user }: Person): Promise<void> {
  expect(await post('/forgot-password', { username })).toMatchObject({ status: 204 });
  const code = await codeMailedTo(folder.path, user.email);
  const reset = await post('/reset-password', { username, code, password: NEW_PASSWORD });
  expect(reset).toMatchObject({ status: 204 });
}

const read = async (path: string): Promise<unknown> => (await fetch(`${site.url}/api${path}`)).json();

describe('a site whose table and user pool are lost', () => {
  it('is restored from a backup of the table, with logins whose passwords are reset', async () => {
    const items = await backUp();
    const { user_pool_id: lostPool } = site.endpoints;
    await destroyAndDeploy();
    const { user_pool_id: pool } = site.endpoints;
    expect(pool).not.toBe(lostPool);
    expect(await logIn('Ada', PASSWORD)).toMatchObject({ status: 401 });

    await restoreTable('restored', items);
    expect(await run('admin', 'copy-back', 'restored', '--over')).toMatch(WRITTEN);
    expect(await logIn('Ada', PASSWORD)).toMatchObject({ status: 401 });

    await makeHalf(bob);
    const mails = mailsIn(folder.path);
    const missing = '2 accounts; 2 without a login, of which 1 are incomplete.\n';
    expect(await run('restore')).toMatch(
      new RegExp(`^${missing}To make them, .*: --reset-passwords ${pool}\n`),
    );
    expect(await run('restore', '--reset-passwords', lostPool)).toBe(
      `${missing}The user pool is ${pool}. Confirm with --reset-passwords ${pool}\n`,
    );
    expect(await run('restore', '--reset-passwords', pool)).toBe(`${missing}2 logins made.\n`);
    expect(mailsIn(folder.path)).toBe(mails);
  });

  it('accepts no old password and no old session', async () => {
    for (const { username } of [ada, bob]) expect((await logIn(username, PASSWORD)).status).toBe(401);
    for (const { id } of [ada, bob]) {
      const sessions = (await backUp()).filter(({ pk, sk }) => pk === `CHANNEL#${id}` && sk === 'SESSIONS');
      expect(sessions).toMatchObject([{ sessions: [] }]);
    }
  });

  it('has the same people after their reset, and asks for their second factors', async () => {
    await resetPassword(ada);
    expect(await logIn('Ada', NEW_PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    const { status, body } = await logIn('Ada', NEW_PASSWORD, recoveryCodes[0]);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ user: expect.objectContaining(ada.user) }),
    ]);
    expect(await read('/streamers/Ada')).toMatchObject({ id: ada.id });
    expect(await read(`/videos?channel=${ada.id}`)).toMatchObject([{ id: video.id, title: 'A hum' }]);
    const { playback_url } = (await read(`/videos/${video.id}`)) as Video;
    expect((await fetch(new URL(playback_url ?? '', site.url))).status).toBe(200);
    const chat = (await read(`/chat/${ada.id}`)) as ChatMessage[];
    expect(chat).toMatchObject([{ message: 'What a breeze' }]);
  });

  it('verifies an unverified address by the reset', async () => {
    await resetPassword(bob);
    const { status, body } = await logIn('Bob', NEW_PASSWORD);
    expect(status).toBe(200);
    const { token } = body as { token: string };
    const me = await fetch(`${site.url}/api/auth/account`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ email: 'Bob@example.com', is_email_verified: true });
  });

  it('keeps the new passwords when the command is repeated', async () => {
    const { user_pool_id: pool } = site.endpoints;
    expect(await run('restore', '--reset-passwords', pool)).toBe(
      '2 accounts; 0 without a login, of which 0 are incomplete.\n',
    );
    expect(await logIn('Bob', NEW_PASSWORD)).toMatchObject({ status: 200 });
  });
});

describe('many logins', () => {
  const missing = Array.from({ length: 25 }, (_, n) => ({
    id: `id${n}`,
    email: `fan${n}@fans.example`,
    isHalfMade: false,
  }));
  const refused = new Error('Rate exceeded');

  /** Creates logins while the user pool refuses some. Returns the number of logins created per second. */
  async function restore(refuses: (id: string) => boolean) {
    const made: number[] = [];
    const passwords = new Set<string>();
    const result = await restoreLogins(missing, {
      identity: {
        create: async (id, _, password) => {
          if (refuses(id)) throw refused;
          passwords.add(password);
          made[made.length - 1]! += 1;
        },
        setPassword: async () => {},
      },
      endSessions: async () => {},
      perSecond: 10,
      say: () => {},
      aSecond: async () => void made.push(0),
    });
    return { ...result, made, passwords: passwords.size };
  }

  it('are created at the given rate, each with its own password', async () => {
    expect(await restore(() => false)).toEqual({ done: 25, failures: [], made: [10, 10, 5], passwords: 25 });
  });

  it('are created except those that the user pool refuses', async () => {
    const { done, failures } = await restore((id) => id === 'id7' || id === 'id12');
    expect({ done, failures }).toEqual({ done: 23, failures: [refused, refused] });
  });

  it('are aborted when the user pool refuses all', async () => {
    await expect(restore(() => true)).rejects.toBe(refused);
  });
});
