import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Sha256 } from '@aws-crypto/sha256-js';
import { Amplify } from 'aws-amplify';
import { events, type EventsChannel } from 'aws-amplify/data';
import { Hub } from 'aws-amplify/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signerFor } from '#functions/aws/signed-requests.ts';
import type { AuthorizerEvent } from '#functions/realtime/listening.handlers.ts';
import { appsyncPublisher } from '#functions/realtime/realtime.appsync.ts';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import { startRealtime, type LocalRealtime } from '#infra/local/realtime/realtime.ts';
import { listen } from '#infra/local/system/listen.ts';
import { connect, type RealtimeClient } from '#test/support/stand-ins/realtime-client.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const credentials = localCredentials(newFolder());
/** The token that this file's authoriser accepts. */
const PASS = 'a pass';
/** Calls of the authoriser. */
const asked: AuthorizerEvent[] = [];
const authorize = async (event: AuthorizerEvent) => {
  asked.push(event);
  return { isAuthorized: event.authorizationToken === PASS, ttlOverride: 0 };
};
let realtime: LocalRealtime;

const start = (port: number, keepAliveMs?: number) =>
  startRealtime({ credentials, port, host: 'localhost', authorize, ...(keepAliveMs && { keepAliveMs }) });

beforeAll(async () => {
  realtime = await start(0);
});
afterAll(() => realtime.close());

const region = async () => LOCAL_REGION;
const publish = (channel: string, event: object) =>
  appsyncPublisher({ url: realtime.httpUrl, region, credentials, sha256: Sha256 })(channel, [event]);

describe('Amplify’s client', () => {
  let channel: EventsChannel;
  const received: unknown[] = [];
  const states: string[] = [];
  Hub.listen('api', ({ payload }) => {
    const { connectionState } = (payload.data ?? {}) as { connectionState?: string };
    if (connectionState) states.push(connectionState);
  });

  beforeAll(async () => {
    Amplify.configure({
      API: {
        Events: {
          endpoint: realtime.url,
          region: LOCAL_REGION,
          defaultAuthMode: 'lambda',
        },
      },
    });
    channel = await events.connect('/channels/ada', { authToken: PASS });
  });
  afterAll(() => events.closeAll());

  it('connects, subscribes and receives events in order', async () => {
    const { ready } = channel.subscribe({
      next: ({ event }: { event: unknown }) => received.push(event),
      error: (error: unknown) => received.push(error),
    });
    await ready;
    for (let n = 0; n < 5; n++) await publish('/channels/ada', { n, text: 'Überall “Fans” 🌀' });
    await publish('/channels/grace', { n: 'of another channel' });
    await expect.poll(() => received).toHaveLength(5);
    expect(received).toEqual([0, 1, 2, 3, 4].map((n) => ({ n, text: 'Überall “Fans” 🌀' })));
  });

  it('reconnects after a restart with the same pass', async () => {
    const { port } = realtime;
    await realtime.close();
    await expect.poll(() => states.at(-1)).toMatch(/^ConnectionDisrupted/);
    realtime = await start(port);
    await expect.poll(() => states.at(-1)).toBe('Connected');
    received.length = 0;
    await publish('/channels/ada', { n: 'after' });
    await expect.poll(() => received).toEqual([{ n: 'after' }]);
  });

  it('receives nothing after unsubscribing', async () => {
    await channel.close();
    await sleep(200);
    received.length = 0;
    await publish('/channels/ada', { n: 'unheard' });
    await sleep(200);
    expect(received).toEqual([]);
  });

  it('cannot publish with a pass', async () => {
    const writer = await events.connect('/channels/ada', { authToken: PASS });
    await expect(writer.publish({ forged: true })).rejects.toThrow('UnauthorizedException');
  });

  it('is refused with a wrong pass', async () => {
    const other = await events.connect('/channels/ada', { authToken: PASS });
    const { ready } = other.subscribe({ next: () => {}, error: () => {} }, { authToken: 'wrong' });
    await expect(ready).rejects.toThrow('UnauthorizedException');
  });
});

describe('a connection', () => {
  it('is acknowledged with its timeout, and kept alive', async () => {
    const lively = await start(0, 20);
    const client = await connect({ ...lively, pass: PASS });
    expect(await client.next()).toEqual({ type: 'connection_ack', connectionTimeoutMs: 300_000 });
    for (let n = 0; n < 3; n++) expect(await client.next()).toEqual({ type: 'ka' });
    await lively.close();
  });

  it.each([
    ['without a pass', { host: 'localhost' }],
    ['with a wrong pass', { host: 'localhost', Authorization: 'wrong' }],
    ['with a pass that is no text', { host: 'localhost', Authorization: [PASS] as unknown as string }],
    ['without a host', { Authorization: PASS }],
  ])('%s is refused as unauthorised, and closed', async (_, headers) => {
    const client = await connect(realtime, { headers });
    expect(await client.next()).toMatchObject({
      type: 'connection_error',
      errors: [{ errorType: 'UnauthorizedException' }],
    });
    expect(await client.closed).toBe(4401);
  });

  it.each(['/event', '/event/realtime/more', '/', '/graphql/realtime'])('is refused at %s', async (path) => {
    await expect(connect(realtime, { path })).rejects.toThrow('400');
  });

  it('is refused without the protocol of AppSync Events', async () => {
    await expect(connect(realtime, { protocol: 'graphql-ws' })).rejects.toThrow('400');
  });

  it('reports unknown messages and stays open', async () => {
    const client = await connected();
    for (const text of ['garbage', '[]', 'null', '"connection_init"', '{"type":"start"}']) {
      client.sendText(text);
      expect(await client.next()).toMatchObject({ type: 'error' });
    }
    client.send({ type: 'subscribe', id: 'a', channel: '/channels/ada', authorization: pass() });
    expect(await client.next()).toEqual({ type: 'subscribe_success', id: 'a' });
  });

  it('is closed after an oversized message', async () => {
    const client = await connected();
    client.sendText('x'.repeat(300 * 1024));
    expect(await client.closed).toBe(1009);
  });
});

const pass = () => ({ host: 'localhost', Authorization: PASS });

/** Returns a client that has received its acknowledgement and the first keep-alive. */
async function connected(): Promise<RealtimeClient> {
  const client = await connect({ ...realtime, pass: PASS });
  expect(await client.next()).toMatchObject({ type: 'connection_ack' });
  expect(await client.next()).toEqual({ type: 'ka' });
  return client;
}

describe('a subscription', () => {
  it.each(['/channels/ada', 'channels/ada', '/channels/*', '/channels/ada/x/y/z', '/channels/01K0-a'])(
    'is accepted for %s',
    async (channel) => {
      const client = await connected();
      client.send({ type: 'subscribe', id: 'a', channel, authorization: pass() });
      expect(await client.next()).toEqual({ type: 'subscribe_success', id: 'a' });
    },
  );

  it.each([
    '',
    '/',
    '//',
    '/channels/',
    '/channels//ada',
    '/channels/a/b/c/d/e',
    '/channels/a b',
    '/channels/ä',
    '/channels/-a',
    '/channels/*/ada',
    '/*',
    '*',
    7,
    null,
    `/channels/${'x'.repeat(51)}`,
  ])('is refused for %j', async (channel) => {
    const client = await connected();
    client.send({ type: 'subscribe', id: 'a', channel, authorization: pass() });
    expect(await client.next()).toMatchObject({
      type: 'subscribe_error',
      id: 'a',
      errors: [{ errorType: 'BadRequestException' }],
    });
  });

  it.each([
    ['to a namespace that there is not', { channel: '/secrets/ada' }],
    ['without a pass', { authorization: {} }],
    ['without authorisation', { authorization: undefined }],
    ['with a wrong pass', { authorization: { Authorization: 'wrong' } }],
  ])('%s is refused', async (_, change) => {
    const client = await connected();
    client.send({ type: 'subscribe', id: 'a', channel: '/channels/ada', authorization: pass(), ...change });
    expect(await client.next()).toMatchObject({
      type: 'subscribe_error',
      id: 'a',
      errors: [{ errorType: 'UnauthorizedException', message: 'You are not authorized to make this call.' }],
    });
  });

  it('is authorised by the authoriser, called as AppSync calls it', async () => {
    const client = await connected();
    asked.length = 0;
    client.send({ type: 'subscribe', id: 'a', channel: 'channels/ada', authorization: pass() });
    await client.next();
    expect(asked).toEqual([
      {
        authorizationToken: PASS,
        requestContext: {
          apiId: expect.any(String),
          accountId: expect.any(String),
          requestId: expect.any(String),
          operation: 'EVENT_SUBSCRIBE',
          channelNamespaceName: 'channels',
          channel: '/channels/ada',
        },
        requestHeaders: expect.objectContaining({ upgrade: 'websocket' }),
      },
    ]);
  });

  it('is refused before the connection is acknowledged', async () => {
    const client = await connect({ ...realtime, pass: PASS }, { init: false });
    client.send({ type: 'subscribe', id: 'a', channel: '/channels/ada', authorization: pass() });
    expect(await client.next()).toMatchObject({
      type: 'subscribe_error',
      errors: [{ errorType: 'UnauthorizedException' }],
    });
  });

  it('has a unique id', async () => {
    const client = await connected();
    const subscribe = { type: 'subscribe', id: 'a', channel: '/channels/ada', authorization: pass() };
    client.send(subscribe);
    client.send(subscribe);
    expect(await client.next()).toEqual({ type: 'subscribe_success', id: 'a' });
    expect(await client.next()).toMatchObject({ type: 'subscribe_error', id: 'a' });
    client.send({ ...subscribe, id: '' });
    expect(await client.next()).toMatchObject({ type: 'subscribe_error' });
  });

  it('is limited to a hundred per connection', async () => {
    const client = await connected();
    for (let n = 0; n <= 100; n++) {
      client.send({ type: 'subscribe', id: `s${n}`, channel: `/channels/${n}`, authorization: pass() });
    }
    for (let n = 0; n < 100; n++) expect(await client.next()).toMatchObject({ type: 'subscribe_success' });
    expect(await client.next()).toMatchObject({ type: 'subscribe_error', id: 's100' });
  });

  it('to a namespace receives all its channels, and another only its own', async () => {
    const client = await connected();
    for (const [id, channel] of [
      ['all', '/channels/*'],
      ['ada', '/channels/ada'],
      ['deep', '/channels/ada/*'],
    ] as const) {
      client.send({ type: 'subscribe', id, channel, authorization: pass() });
      await client.next();
    }
    await publish('/channels/ada', { n: 1 });
    await publish('channels/ada/x', { n: 2 });
    await publish('/channels/grace', { n: 3 });
    const received = [];
    for (let n = 0; n < 5; n++) received.push(await client.next());
    expect(received).toEqual([
      { type: 'data', id: 'all', event: '{"n":1}' },
      { type: 'data', id: 'ada', event: '{"n":1}' },
      { type: 'data', id: 'all', event: '{"n":2}' },
      { type: 'data', id: 'deep', event: '{"n":2}' },
      { type: 'data', id: 'all', event: '{"n":3}' },
    ]);
  });

  it('ends once by its id', async () => {
    const client = await connected();
    client.send({ type: 'subscribe', id: 'a', channel: '/channels/ada', authorization: pass() });
    await client.next();
    client.send({ type: 'unsubscribe', id: 'a' });
    expect(await client.next()).toEqual({ type: 'unsubscribe_success', id: 'a' });
    await publish('/channels/ada', { n: 1 });
    client.send({ type: 'unsubscribe', id: 'a' });
    expect(await client.next()).toMatchObject({ type: 'unsubscribe_error', id: 'a' });
  });
});

describe('publishing', () => {
  const post = (body: unknown, headers: Record<string, string> = {}, path = '') =>
    fetch(realtime.httpUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const sign = (body: string, with_ = credentials) =>
    signerFor('appsync', { region, credentials: with_, sha256: Sha256 })({
      method: 'POST',
      url: new URL(realtime.httpUrl),
      headers: { 'content-type': 'application/json' },
      body,
    });
  const signed = async (body: unknown, with_ = credentials) => {
    const text = JSON.stringify(body);
    return post(text, await sign(text, with_));
  };

  it('accepts up to five events, each with an identifier', async () => {
    const client = await connected();
    client.send({ type: 'subscribe', id: 'a', channel: '/channels/ada', authorization: pass() });
    await client.next();
    const answer = await signed({
      channel: '/channels/ada',
      events: ['1', '"two"', '{"n":3}', 'null', '[]'],
    });
    expect(answer.status).toBe(200);
    const identified = (index: number) => ({ identifier: expect.any(String), index });
    expect(await answer.json()).toEqual({ failed: [], successful: [0, 1, 2, 3, 4].map(identified) });
    const received = [];
    for (let n = 0; n < 5; n++) received.push((await client.next())['event']);
    expect(received).toEqual(['1', '"two"', '{"n":3}', 'null', '[]']);
  });

  it.each([
    ['without events', { channel: '/channels/ada' }, 400],
    ['with none', { channel: '/channels/ada', events: [] }, 400],
    ['with six', { channel: '/channels/ada', events: ['1', '2', '3', '4', '5', '6'] }, 400],
    ['with one that is no text', { channel: '/channels/ada', events: [{ n: 1 }] }, 400],
    ['with one that is no JSON', { channel: '/channels/ada', events: ['hello'] }, 400],
    ['on no channel', { events: ['1'] }, 400],
    ['on all channels', { channel: '/channels/*', events: ['1'] }, 400],
    ['on a namespace that there is not', { channel: '/secrets/ada', events: ['1'] }, 401],
    [
      'of more than 240 kB',
      { channel: '/channels/ada', events: [JSON.stringify('x'.repeat(240 * 1024))] },
      413,
    ],
  ])('%s is refused', async (_, body, status) => {
    const answer = await signed(body);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ errors: [{ errorType: expect.any(String) }] });
  });

  it('requires a signature, not a pass', async () => {
    const body = { channel: '/channels/ada', events: ['1'] };
    expect((await post(body)).status).toBe(401);
    expect((await post(body, { 'x-api-key': PASS })).status).toBe(401);
    expect((await signed(body, { ...credentials, secretAccessKey: 'guessed' })).status).toBe(403);
    expect((await signed(body, { ...credentials, accessKeyId: 'AKIANOBODY' })).status).toBe(403);
    expect((await post(body, { authorization: `Bearer ${PASS}` })).status).toBe(403);
  });

  it('is refused when the body is not the signed one', async () => {
    const headers = await sign(JSON.stringify({ channel: '/channels/ada', events: ['1'] }));
    const answer = await post({ channel: '/channels/ada', events: ['2'] }, headers);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ errors: [{ errorType: 'InvalidSignatureException' }] });
  });

  it('exists at /event only', async () => {
    expect((await post({}, {}, '/more')).status).toBe(404);
    expect((await fetch(realtime.httpUrl)).status).toBe(404);
  });
});

describe('the realtime port', () => {
  it('that is taken is named with its setting', async () => {
    const other = await listen(createServer(), { host: 'localhost', port: 0 });
    await expect(start(other.port)).rejects.toThrow(/REALTIME_PORT/);
    await other.close();
  });
});
