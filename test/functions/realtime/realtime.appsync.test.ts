import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Sha256 } from '@aws-crypto/sha256-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Table } from '#functions/aws/table/table.ts';
import { announceDeps } from '#functions/realtime/announce.adapters.ts';
import { appsyncPublisher, PublishError } from '#functions/realtime/realtime.appsync.ts';
import { verifySignature } from '#infra/local/aws/sigv4.ts';
import { captureLog } from '#test/support/api/log-capture.ts';

const credentials = { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'example secret' };
const TAKEN = { status: 200, body: { successful: [{ identifier: 'e', index: 0 }], failed: [] } };
const MESSAGE = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  username: 'ada',
  message: 'Überall “Fans” 🌀',
  timestamp: '2026-11-20T10:00:00.000Z',
};

interface Answer {
  readonly status: number;
  readonly body: object;
}

let server: Server;
let url: string;
let answers: (Answer | 'hang up' | 'silence')[];
let requests: { headers: Record<string, string>; body: string; path: string }[];

/** Answers in turn what a test says, and the last one from then on. */
beforeEach(async () => {
  requests = [];
  answers = [TAKEN];
  server = createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>;
    requests.push({ headers, body: await text(request), path: request.url ?? '' });
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? TAKEN;
    if (answer === 'silence') return;
    if (answer === 'hang up') return void request.socket.destroy();
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/event`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const publisher = (sessionToken?: string) =>
  appsyncPublisher({
    url,
    region: async () => 'eu-west-1',
    sha256: Sha256,
    credentials: async () => ({ ...credentials, ...(sessionToken !== undefined && { sessionToken }) }),
  });
const error = (status: number, errorType: string): Answer => ({
  status,
  body: { errors: [{ errorType, message: 'no' }] },
});

describe('the publisher', () => {
  it('posts the event as JSON in JSON, signed for AppSync in its region', async () => {
    await publisher()('/channels/ada', [MESSAGE]);
    expect(requests).toHaveLength(1);
    const { headers, body, path } = requests[0]!;
    expect(path).toBe('/event');
    expect(JSON.parse(body)).toEqual({ channel: '/channels/ada', events: [JSON.stringify(MESSAGE)] });
    expect(headers['authorization']).toContain('/eu-west-1/appsync/aws4_request');
    expect(() =>
      verifySignature({ method: 'POST', url: new URL(url), headers, body: Buffer.from(body) }, credentials),
    ).not.toThrow();
  });

  it('signs the session token of a Lambda’s role', async () => {
    await publisher('session')('/channels/ada', [MESSAGE]);
    const { headers } = requests[0]!;
    expect(headers['x-amz-security-token']).toBe('session');
    expect(headers['authorization']).toContain('x-amz-security-token');
  });

  it.each<[string, Answer | 'hang up']>([
    ['is throttled', error(429, 'ThrottlingException')],
    ['fails', error(500, 'InternalFailure')],
    ['is out of order', error(503, 'ServiceUnavailable')],
    ['hangs up', 'hang up'],
  ])('retries when AppSync %s', async (_, failure) => {
    answers = [failure, failure, TAKEN];
    await publisher()('/channels/ada', [MESSAGE]);
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });

  it('gives up after three attempts', async () => {
    answers = [error(429, 'ThrottlingException')];
    await expect(publisher()('/channels/ada', [MESSAGE])).rejects.toThrow(PublishError);
    expect(requests).toHaveLength(3);
  });

  it('retries a request that AppSync does not answer', async () => {
    answers = ['silence', TAKEN];
    await publisher()('/channels/ada', [MESSAGE]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['it refuses', error(401, 'UnauthorizedException'), '401'],
    ['it finds wrong', error(400, 'BadRequestException'), '400'],
    ['it takes the request and not the event', { status: 200, body: { failed: [{ index: 0 }] } }, 'index'],
  ])('does not retry when %s', async (_, answer, words) => {
    answers = [answer];
    const failure = await publisher()('/channels/ada', [MESSAGE]).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PublishError);
    expect(String(failure)).toContain(words);
    expect(String(failure)).not.toContain('Fans');
    expect(requests).toHaveLength(1);
  });

  it('throws when there are no credentials', async () => {
    const publish = appsyncPublisher({
      url,
      region: async () => 'eu-west-1',
      sha256: Sha256,
      credentials: () => Promise.reject(new Error('Could not load credentials')),
    });
    await expect(publish('/channels/ada', [MESSAGE])).rejects.toThrow('Could not load credentials');
    expect(requests).toEqual([]);
  });
});

describe('a failed publication', () => {
  it('is logged without the event’s text', async () => {
    const log = captureLog();
    answers = [error(401, 'UnauthorizedException')];
    const config = {
      region: async () => 'eu-west-1',
      credentials: async () => credentials,
      sha256: Sha256,
    };
    const { publish, onFailure } = announceDeps(
      { client: { config }, TableName: '' } as unknown as Table,
      url,
    );
    await publish('/channels/ada', [{ events: [{ type: 'message', message: MESSAGE }] }]).catch(onFailure);
    log.stop();
    expect(log.entries()).toMatchObject([
      { level: 'error', step: 'realtime.publish', error: { name: 'PublishError' } },
    ]);
    expect(log.lines.join('')).not.toContain('Fans');
  });
});
