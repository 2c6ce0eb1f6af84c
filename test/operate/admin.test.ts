/** `npm run admin`, as the runbook describes it for AWS: with the table's name and AWS's own settings. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { createTable } from '#infra/local/table/create-table.ts';
import { commandOf, USAGE } from '#operate/admin/commands.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import packageJson from '#package.json' with { type: 'json' };
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { wordsOf } from '#operate/program.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { logOf } from '#test/support/api/moderation/moderators.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const root = join(import.meta.dirname, '../..');
const missingFolder = newFolder();

let ada: TestUser;
const site = await localApi();
beforeEach(async () => {
  ada = await site.aUser();
});

/** The environment of an operator's shell for a site in AWS, without a local site. */
const inAws = (): Record<string, string> => ({
  TABLE_NAME: site.table.TableName,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: process.env['AWS_ACCESS_KEY_ID']!,
  AWS_SECRET_ACCESS_KEY: process.env['AWS_SECRET_ACCESS_KEY']!,
  AWS_ENDPOINT_URL_DYNAMODB: process.env['AWS_ENDPOINT_URL_DYNAMODB']!,
});

/** Runs a command in this process, like the program. */
async function admin(args: readonly string[]): Promise<{ code: number; said: string }> {
  try {
    return { code: 0, said: `${await commandOf(args)!(site.table)}\n` };
  } catch (error) {
    return { code: 1, said: `${wordsOf(error)}\n` };
  }
}

/** Runs `npm run admin` itself. */
function runAdmin(args: readonly string[], settings: Readonly<Record<string, string>> = inAws()) {
  const [program = '', ...rest] = packageJson.scripts.admin.split(' ');
  expect(program).toBe('node');
  const env = { PATH: process.env['PATH'], HOME: missingFolder, DATA_DIR: missingFolder, ...settings };
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [...rest, ...args], { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
    });
  });
}

const cases = () => site.api('GET', '/moderation/cases', { token: ada.token });

describe('the operator of a site in AWS', () => {
  it('appoints and removes a moderator, and the public log records both', async () => {
    const entries = (await logOf(site)).length;
    const granted = await runAdmin(['grant', ada.username]);
    expect(granted).toEqual({ code: 0, said: `${ada.username} is a moderator of the site now.\n` });
    expectSuccess('GET /moderation/cases', await cases());
    expect(await admin(['grant', ada.username])).toEqual({
      code: 0,
      said: `${ada.username} is already one, or is suspended.\n`,
    });
    const revoked = await admin(['revoke', ada.username]);
    expect(revoked).toEqual({ code: 0, said: `${ada.username} is no longer a moderator of the site.\n` });
    expectError(await cases(), 'forbidden');
    expect((await logOf(site)).slice(entries).map(({ act }) => act)).toEqual(['grant', 'revoke']);
  });

  it('sets a channel’s monthly cap or removes it, and sees the cost', async () => {
    expect(await admin(['cap', ada.username, '2.5'])).toEqual({
      code: 0,
      said: `${ada.username} may cost $2.5 a month now; this month it has cost about $0.00.\n`,
    });
    expect((await admin(['cap', ada.username, 'none'])).said).toContain('has no cap now');
    for (const wrong of [[], ['much'], ['-1']])
      expect(await admin(['cap', ada.username, ...wrong])).toMatchObject({ code: 1 });
  });

  it('gets an error for an unknown name and a missing table', async () => {
    expect(await admin(['grant', 'nobody_here'])).toEqual({
      code: 1,
      said: 'There is no account nobody_here.\n',
    });
    const { code, said } = await runAdmin(['grant', ada.username], { ...inAws(), TABLE_NAME: 'another' });
    expect([code, said]).toEqual([1, expect.stringContaining('ResourceNotFoundException')]);
  });

  it('changes nothing with another site’s credentials', async () => {
    const { code } = await runAdmin(['grant', ada.username], {
      ...inAws(),
      AWS_SECRET_ACCESS_KEY: 'another',
    });
    expect(code).toBe(1);
    expectError(await cases(), 'forbidden');
  });

  it('ends all sessions of an account', async () => {
    const { username, password } = ada;
    const login = await site.api('POST', '/auth/login', { body: { username, password } });
    const cookie = login.cookies[0]!.split(';')[0]!;
    expect(await admin(['sign-out', username])).toEqual({
      code: 0,
      said: `${username} is signed out everywhere; reads end within 15 minutes.\n`,
    });
    for (const { token } of [ada, expectSuccess('POST /auth/login', login)])
      expectError(await site.api('DELETE', `/follows/${ada.id}`, { token }), 'unauthenticated');
    expectError(await site.api('POST', '/auth/refresh', { headers: { cookie } }), 'unauthenticated');
    expect(await admin(['sign-out', 'nobody_here'])).toEqual({
      code: 1,
      said: 'There is no account nobody_here.\n',
    });
  });

  it('suspends and restores a channel with a reason, and the public log records both', async () => {
    const visible = async () => (await site.api('GET', `/streamers/${ada.username}`)).status;
    const entries = (await logOf(site)).length;
    const words = ['--days', '3', '--words', 'These fans are stolen.'];
    expect(await admin(['take-down', ada.username, 'rights', ...words])).toEqual({
      code: 0,
      said: `${ada.username} is suspended for 3 days; what is live ends within a minute.\n`,
    });
    expect(await visible()).toBe(404);
    const { body } = await site.api('GET', '/auth/me', { token: ada.token });
    expect(body).toMatchObject({ suspension: { reason: 'rights', words: 'These fans are stolen.' } });
    expect(await admin(['take-down', ada.username, 'rights'])).toEqual({
      code: 1,
      said: `There is no visible channel ${ada.username}.\n`,
    });
    expect(await admin(['put-back', ada.username])).toEqual({ code: 0, said: `${ada.username} is back.\n` });
    expect(await visible()).toBe(200);
    expect((await logOf(site)).slice(entries).map(({ act }) => act)).toEqual(['suspend', 'undo']);
  });

  it('cannot suspend a moderator, or anybody without a valid reason', async () => {
    await admin(['grant', ada.username]);
    const { code, said } = await admin(['take-down', ada.username, 'spam']);
    expect([code, said]).toEqual([
      1,
      'This is about a moderator. The operator of the site has to remove the role first.\n',
    ]);
    expect((await admin(['take-down', ada.username, 'envy'])).said).toMatch(
      /^The reason must be one of spam, /,
    );
    expect((await admin(['take-down', ada.username, 'spam', '--days', 'x'])).said).toBe(
      '--days x is not a number of days.\n',
    );
    expect((await admin(['put-back', 'nobody_here'])).said).toBe('Nothing was decided about nobody_here.\n');
  });

  it('restores the rows of a backup, and keeps later ones', async () => {
    const { client, TableName } = site.table;
    await createTable(client, 'restored');
    const put = (table: string, sk: string, fields: object = {}) =>
      client.send(new PutCommand({ TableName: table, Item: { pk: 'LOST', sk, ...fields } }));
    await put('restored', 'gone', { title: 'of before' });
    await put('restored', 'changed', { title: 'of before' });
    await put('restored', 'expired', { expires_at: 1 });
    await client.send(new PutCommand({ TableName: 'restored', Item: { pk: 'OTHER', sk: 'gone' } }));
    await put(TableName, 'changed', { title: 'of after' });
    await put(TableName, 'new');
    const there = async () => {
      const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': 'LOST' } };
      const { Items = [] } = await client.send(
        new QueryCommand({ TableName, ConsistentRead: true, ...query }),
      );
      return Items.map(({ sk, title }) => [sk, title]);
    };
    const lost = ['copy-back', 'restored', '--prefix', 'LOST'];
    expect((await admin([...lost, '--dry-run'])).said).toBe('2 items would be checked.\n');
    const without = ['--without', 'changed', '--without', 'gon'];
    expect((await admin([...lost, ...without, '--dry-run'])).said).toBe('1 items would be checked.\n');
    expect((await admin([...lost, '--without', 'LOST#', '--dry-run'])).said).toBe(
      '2 items would be checked.\n',
    );
    expect((await admin([...lost, '--without', 'LOST', '--dry-run'])).said).toBe(
      '0 items would be checked.\n',
    );
    expect((await admin(lost)).said).toBe('1 of 2 items were written.\n');
    expect(await there()).toEqual([
      ['changed', 'of after'],
      ['gone', 'of before'],
      ['new', undefined],
    ]);
    expect((await admin(lost)).said).toBe('0 of 2 items were written.\n');
    expect((await admin([...lost, '--over'])).said).toBe('2 of 2 items were written.\n');
    expect((await there()).at(0)).toEqual(['changed', 'of before']);
  });

  it('sees the commands when asking for another one', async () => {
    for (const args of [[], ['grant'], ['sing', 'loudly']]) expect(commandOf(args)).toBeUndefined();
    expect(await runAdmin(['sing', 'loudly'])).toEqual({ code: 1, said: `${USAGE}\n` });
  });

  it('asks the operator to start the site when no table is named and none runs', async () => {
    const { TABLE_NAME: _, ...others } = inAws();
    const { code, said } = await runAdmin(['grant', ada.username], others);
    expect([code, said]).toEqual([
      1,
      `Start the site first: there is no ${join(missingFolder, 'endpoints.json')}.\n`,
    ]);
  });

  it('finds every command in the runbook, by the name of the stack’s output', () => {
    const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8');
    const stack = readFileSync(join(root, 'infra/cloud/site-stack.ts'), 'utf8');
    expect(runbook).toContain('TABLE_NAME=<TableName> AWS_REGION=<region> npm run admin -- grant NAME');
    expect(stack).toContain("new CfnOutput(this, 'TableName'");
  });
});
