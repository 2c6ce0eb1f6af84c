import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type LocalSite } from '../../infra/local/site.ts';
import type { Realtime } from '../../shared/realtime.ts';
import { chatTopic } from '../../shared/topics.ts';
import type { StreamStatus } from '../../shared/streaming.ts';
import type { Session } from '../../shared/auth.ts';
import { bundledLambdas } from '../support/bundled-lambdas.ts';
import { connect } from '../support/realtime-client.ts';
import { startEncoder } from '../support/encoder.ts';
import { temporaryFolder } from '../support/site.ts';

let site: LocalSite;

/** The site runs on what `cdk deploy` uploads: its HTTP API hands these bundles genuine events of format 2.0. */
beforeAll(async () => {
  const bundles = bundledLambdas();
  const folder = temporaryFolder();
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  site = await startSite({
    port: 0,
    rtmpPort: 0,
    realtimePort: 0,
    s3Port: 0,
    host: 'localhost',
    dataDir: join(folder, 'data'),
    dist,
    entry: (name) => bundles[name],
  });
});

afterAll(() => site?.close());

async function call<T>(
  method: string,
  path: string,
  options: { token?: string; body?: object } = {},
): Promise<T> {
  const { token, body } = options;
  const response = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

describe('the Lambdas as they are deployed', () => {
  let token: string;

  it('accounts: signs a person up and knows the token', async () => {
    const body = { username: 'BundledBen', email: 'ben@example.com', password: 'whirl-and-hum-62' };
    const session = await call<Session>('POST', '/auth/signup', { body });
    token = session.token;
    expect(await call('GET', '/auth/me', { token })).toEqual(session.user);
  });

  it('api: lists the channel, the categories and the contract', async () => {
    expect(await call('GET', '/streamers')).toMatchObject([{ username: 'BundledBen', is_live: false }]);
    expect(await call('GET', '/categories')).toHaveLength(10);
    expect(await call('GET', '/openapi.json')).toHaveProperty(['paths', '/streaming/start', 'post']);
  });

  it('api: writes a chat message and publishes it to those who listen', async () => {
    const { id } = await call<{ id: string }>('GET', '/auth/me', { token });
    const { api_key: apiKey } = await call<Realtime>('GET', '/realtime');
    const listener = await connect({ port: Number(new URL(site.endpoints.realtime).port), apiKey });
    const authorization = { host: 'localhost', 'x-api-key': apiKey };
    listener.send({ type: 'subscribe', id: 'chat', channel: chatTopic(id), authorization });
    const heard = async (type: string): Promise<Record<string, unknown>> => {
      const message = await listener.next();
      return message['type'] === type ? message : heard(type);
    };
    await heard('subscribe_success');
    const message = await call('POST', `/chat/${id}`, { token, body: { message: 'From the bundle' } });
    expect(JSON.parse(String((await heard('data'))['event']))).toEqual(message);
    expect(await call('GET', `/chat/${id}`)).toEqual([message]);
    listener.close();
  });

  it('publishing and events: a stream goes live, its picture arrives, it ends', async () => {
    const body = { title: 'From the bundle', game: 'Computer Fans', tags: ['quiet'] };
    const { rtmp_url, stream_key } = await call<StreamStatus>('POST', '/streaming/start', { token, body });
    const encoder = startEncoder(`${rtmp_url}${stream_key}`);
    const ingest = async () => (await call<StreamStatus>('GET', '/streaming/status', { token })).ingest;
    await expect.poll(ingest, { timeout: 15_000 }).toBe('receiving');
    expect(await call('POST', '/streaming/stop', { token })).toMatchObject({
      is_live: false,
      stream_key: null,
    });
    expect(await encoder.exit).not.toBe(0);
  });

  it('every route that needs a token refuses a call without one, in the contract’s words', async () => {
    for (const [method, path] of [
      ['GET', '/auth/me'],
      ['POST', '/streaming/start'],
      ['GET', '/streaming/status'],
    ] as const) {
      const response = await fetch(`${site.url}/api${path}`, { method });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code: 'unauthenticated', detail: 'Please log in.' });
    }
  });
});
