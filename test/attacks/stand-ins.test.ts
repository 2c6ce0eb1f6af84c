/** What a web page that is open in somebody's browser, or a program without a key, can do to the stand-ins for AWS. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { ListTablesCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, QueryCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from 'vitest';
import type { Endpoints } from '#infra/local/endpoints.ts';
import {
  lambdaCredentials,
  localCredentials,
  LOCAL_REGION,
  type Credentials,
} from '#infra/local/aws/credentials.ts';
import { aPerson } from '#test/support/site/people.ts';
import { localSite } from '#test/support/site/local-site.ts';

const site = await localSite();
const victim = await aPerson(site.url, 'a_victim');

type Service = keyof Endpoints & ('dynamodb' | 'cognito_idp' | 'ivs' | 'mediaconvert');
/** What programs alone talk to. */
const SERVICES: readonly Service[] = ['dynamodb', 'cognito_idp', 'ivs', 'mediaconvert'];
/** Something that each would answer. */
const CALLS: Record<Service, { readonly path: string; readonly target?: string }> = {
  dynamodb: { path: '/', target: 'DynamoDB_20120810.ListTables' },
  cognito_idp: { path: '/', target: 'AWSCognitoIdentityProviderService.ForgotPassword' },
  ivs: { path: '/ListStreams' },
  mediaconvert: { path: '/2017-08-29/jobs' },
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Not by `fetch`, which sets some headers itself. */
function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => (text += String(piece)));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const EVIL = 'http://fans.example';

const callOf = (service: Service) => {
  const { path, target } = CALLS[service];
  return { url: new URL(path, site.endpoints[service]).href, target: target && { 'x-amz-target': target } };
};

describe.each(SERVICES)('a page of another origin, at the stand-in for %s', (service) => {
  test('is refused by its preflight', async () => {
    const { url } = callOf(service);
    const { status, headers } = await ask(url, 'OPTIONS', {
      origin: EVIL,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-amz-date,x-amz-target',
    });
    expect(status).toBe(403);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    ['with its origin', { origin: EVIL }],
    ['as a picture', { 'sec-fetch-site': 'cross-site' }],
    ['under a name that leads here', { host: 'fans.example' }],
  ])('is refused %s', async (_how, its) => {
    const { url, target } = callOf(service);
    const { status, headers, body } = await ask(
      url,
      'POST',
      { 'content-type': 'text/plain', ...target, ...its },
      '{}',
    );
    expect([status, body]).toEqual([403, expect.stringContaining('AccessDenied')]);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('without a signature every request is refused', async () => {
    if (service === 'cognito_idp') return; // What is asked above is asked without one in AWS too.
    const { url, target } = callOf(service);
    const { status, body } = await ask(url, 'POST', { 'content-type': 'application/json', ...target }, '{}');
    expect([status, body]).toEqual([403, expect.stringContaining('MissingAuthenticationToken')]);
  });
});

const own = (): Credentials => localCredentials(site.dataDir);
const databaseAs = (credentials: Credentials) =>
  new DynamoDBClient({
    endpoint: site.endpoints.dynamodb,
    region: LOCAL_REGION,
    credentials,
    maxAttempts: 1,
  });

describe('the database', () => {
  test('accepts the data folder’s key only', async () => {
    const listed = await databaseAs(own()).send(new ListTablesCommand({}));
    expect(listed.TableNames).toEqual([site.endpoints.table_name]);
    const wrong = databaseAs({ ...own(), secretAccessKey: 'a guess' }).send(new ListTablesCommand({}));
    await expect(wrong).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    const unknown = databaseAs({ accessKeyId: 'AKIAFANS', secretAccessKey: 'any' }).send(
      new ListTablesCommand({}),
    );
    await expect(unknown).rejects.toMatchObject({ name: 'UnrecognizedClientException' });
  });

  test('listens on a random address that browsers cannot reach', async () => {
    const [host, port] = listeningOf(dynoxide());
    // Node's `fetch` blocks the ports that browsers block (Fetch Standard, "port blocking").
    const asked = fetch(`http://${host}:${port}/`);
    await expect(asked).rejects.toMatchObject({ cause: { message: 'bad port' } });
    expect(host).toMatch(/^127\./);
    expect(host).not.toBe('127.0.0.1');
    expect(readFileSync(`${site.dataDir}/endpoints.json`, 'utf8')).not.toContain(host);
  });

  test('allows a Lambda what its role allows', async () => {
    const TableName = site.endpoints.table_name;
    const pages = DynamoDBDocumentClient.from(databaseAs(lambdaCredentials(own(), 'pages')));
    const claim = { pk: `USERNAME#${victim.username}`, sk: 'CLAIM' };
    const visible = { ProjectionExpression: 'pk, sk, channel_id, is_hidden' };
    expect((await pages.send(new GetCommand({ TableName, Key: claim, ...visible }))).Item).toEqual({
      ...claim,
      channel_id: victim.id,
    });
    const refused = { name: 'AccessDeniedException' };
    const others = [
      { pk: `EMAIL#${victim.username.toLowerCase()}@example.com`, sk: 'CLAIM' },
      { pk: `SECOND_FACTOR#${victim.id}`, sk: 'STATE' },
    ];
    for (const Key of others)
      await expect(pages.send(new GetCommand({ TableName, Key, ...visible }))).rejects.toMatchObject(refused);
    await expect(pages.send(new GetCommand({ TableName, Key: claim }))).rejects.toMatchObject(refused);
    await expect(pages.send(new PutCommand({ TableName, Item: claim }))).rejects.toMatchObject(refused);
    const query = new QueryCommand({
      TableName,
      IndexName: 'gsi1',
      KeyConditionExpression: '#all = :all',
      ExpressionAttributeNames: { '#all': 'gsi1pk' },
      ExpressionAttributeValues: { ':all': 'CHANNELS' },
    });
    await expect(pages.send(query)).rejects.toMatchObject(refused);
    expect((await DynamoDBDocumentClient.from(databaseAs(own())).send(query)).Count).toBe(1);
  });
});

/** The arguments of the database's process. */
function dynoxide(): readonly string[] {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const args = commandOf(pid).split('\0');
    if (args[0]?.endsWith('/dynoxide') && args.some((arg) => arg.startsWith(site.dataDir))) return args;
  }
  throw new Error('No database runs');
}

/** Nothing of one that has just ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

const listeningOf = (args: readonly string[]) =>
  ['--host', '--port'].map((name) => args[args.indexOf(name) + 1] ?? '') as [string, string];
