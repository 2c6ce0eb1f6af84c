/** What anybody who reaches the ports of one machine can do to it. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memoryOf } from '#test/support/browser/memory-use.ts';
import { localSite } from '#test/support/site/local-site.ts';
import { type RunningSite, runSite, siteFolder } from '#test/support/site/running-site.ts';
import { asDeployed } from '#test/support/runner/site-template.ts';

const MB = 1_000_000;
const site = await localSite();

const portOf = (url: string): number => Number(new URL(url).port);
const publicPorts = (): Readonly<Record<string, number>> => ({
  site: portOf(site.url),
  rtmp: portOf(site.endpoints.rtmp),
  s3: portOf(site.endpoints.s3),
  realtime: portOf(site.endpoints.realtime),
});

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** The site answers, by the process that it always was. */
async function expectWell(): Promise<void> {
  const { status } = await fetch(`${site.url}/api/streamers?limit=1`);
  expect(status).toBe(200);
  const socket = await connected(publicPorts()['rtmp']!);
  expect(socket.readyState).toBe('open');
  socket.destroy();
}

/** The site and all that it has started. */
function processesOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(processesOf)];
}

const memoryBytes = (): number => processesOf(site.pid).reduce((sum, pid) => sum + memoryOf(pid).nowBytes, 0);

const UPGRADE = [
  'GET /event/realtime HTTP/1.1',
  'host: localhost',
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol: aws-appsync-event-ws',
  '',
  '',
].join('\r\n');

describe('a reset connection', () => {
  test.each([
    ['before it says anything', ''],
    ['in the middle of a request', 'GET / HTTP/1.1\r\nhost: loc'],
    ['during an upgrade', UPGRADE],
    ['during an upgrade to nothing', UPGRADE.replace('/event/realtime', '/nothing')],
    ['in the middle of a body', 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 500\r\n\r\n{'],
  ])('%s affects no other connection', async (_when, said) => {
    for (const port of Object.values(publicPorts())) {
      for (let n = 0; n < 10; n += 1) {
        const socket = await connected(port);
        socket.write(said);
        if (n % 2) await new Promise((resolve) => setTimeout(resolve, n));
        socket.resetAndDestroy();
      }
    }
    await expectWell();
  });
});

test('a hundred incomplete requests do not block others', async () => {
  const sockets = await Promise.all(
    Object.values(publicPorts()).flatMap((port) => Array.from({ length: 25 }, () => connected(port))),
  );
  for (const socket of sockets) socket.write('GET /api/str');
  await expectWell();
  for (const socket of sockets) socket.destroy();
});

/** A handshake of RTMP 1.0 §5.2, and the heads of messages that would be of 16 MB each, on chunk streams of their own. */
function garbage(): Buffer {
  const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * 1536, 7)]);
  const heads = Array.from({ length: 40 }, (_, n) =>
    Buffer.from([3 + n, 0, 0, 0, 0xff, 0xff, 0xff, 20, 1, 0, 0, 0]),
  );
  return Buffer.concat([handshake, ...heads]);
}

test('sixty invalid handshakes take little memory', async () => {
  const before = memoryBytes();
  const sockets = await Promise.all(Array.from({ length: 60 }, () => connected(publicPorts()['rtmp']!)));
  for (const socket of sockets) socket.write(garbage());
  const ended = sockets.map((socket) => (socket.closed ? undefined : once(socket.resume(), 'close')));
  await Promise.all(ended);
  expect(memoryBytes() - before).toBeLessThan(100 * MB);
  await expectWell();
});

/** Sends a body of this size to the API, however it is answered meanwhile. */
async function send(bytes: number, headers: Readonly<Record<string, string>>): Promise<number | string> {
  const sent = request(`${site.url}/api/auth/login`, { method: 'POST', headers });
  const answer = new Promise<number | string>((resolve) => {
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code));
  });
  const piece = Buffer.alloc(MB, 'a');
  for (let left = bytes; left > 0 && !sent.destroyed; left -= MB) {
    const ready = sent.write(piece);
    if (!ready) await Promise.race([once(sent, 'drain').catch(() => {}), answer]);
    if (sent.destroyed || sent.closed) break;
  }
  sent.end();
  const status = await answer;
  sent.destroy();
  return status;
}

test.each([
  ['that says how long it is', { 'content-length': String(300 * MB) }],
  ['that does not', { 'transfer-encoding': 'chunked' }],
])('a body of 300 MB %s is refused without being buffered', async (_how, headers) => {
  const before = memoryBytes();
  const answer = await send(300 * MB, { 'content-type': 'application/json', ...headers });
  // Where the site hangs up while the body is still coming, a client may see that alone.
  expect([413, 'ECONNRESET', 'EPIPE']).toContain(answer);
  expect(memoryBytes() - before).toBeLessThan(200 * MB);
  await expectWell();
});

test.each([
  '/media/%',
  '/media/%E0%A4%A',
  '/media/live/%/index.m3u8',
  '/ivs/%/media/%',
  '/api/%',
  '/api/streamers/%ff',
  '/channel/%',
  '/%00',
  '/assets/..%2f..%2fetc%2fpasswd',
])('the address %s is not found', async (path) => {
  const socket = await connected(publicPorts()['site']!);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`);
  let answer = '';
  for await (const piece of socket.setEncoding('utf8')) answer += String(piece);
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  expect(answer).not.toContain('root:');
});

test('the API, media and pages send the same security headers', async () => {
  const names = [
    'content-security-policy',
    'permissions-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
  ];
  const headersOf = async (path: string) => {
    const { headers } = await fetch(site.url + path);
    return names.map((name) => headers.get(name));
  };
  const page = await headersOf('/');
  expect(page.every(Boolean)).toBe(true);
  expect(page[0]).toContain(`base-uri 'none'`);
  // In a deployment, IVS delivers its live streams itself.
  const live = asDeployed().template === undefined ? ['/media/live/nothing/index.m3u8'] : [];
  for (const path of ['/api/streamers?limit=1', '/media/nothing.ts', ...live, '/api/nothing'])
    expect(await headersOf(path), path).toEqual(page);
});

test('no other user of the machine can read DATA_DIR', () => {
  const paths = readdirSync(site.dataDir, { recursive: true, encoding: 'utf8' });
  const open = ['', ...paths].filter((path) => {
    const stat = statSync(join(site.dataDir, path), { throwIfNoEntry: false });
    return stat !== undefined && (stat.mode & 0o077) !== 0;
  });
  expect(paths.length).toBeGreaterThan(10);
  expect(open).toEqual([]);
});

/** Local addresses on which these ports are listened on (proc(5), `net/tcp`), in hexadecimal. */
function listeningAddresses(ports: readonly number[]): Set<string> {
  const lines = ['tcp', 'tcp6']
    .filter((name) => existsSync(`/proc/net/${name}`))
    .flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n').slice(1));
  const local = lines.map((line) => line.trim().split(/\s+/)).filter(([, , , state]) => state === '0A');
  const places = local.map(([, address = '']) => address.split(':'));
  return new Set(
    places.filter(([, port = '']) => ports.includes(Number.parseInt(port, 16))).map(([ip = '']) => ip),
  );
}

const LOOPBACK = new Set(['0100007F', '00000000000000000000000001000000']);

test('without HOST the site listens on this machine only', async () => {
  const addresses = listeningAddresses(Object.values(publicPorts()));
  expect(addresses.size).toBeGreaterThan(0);
  expect([...addresses].filter((address) => !LOOPBACK.has(address))).toEqual([]);
});

describe('with a HOST', () => {
  const other = siteFolder();
  let open: RunningSite;
  beforeAll(async () => {
    process.env['HOST'] = '127.0.0.2';
    open = await runSite(other.path, {}, {}).finally(() => delete process.env['HOST']);
  });
  afterAll(async () => {
    await open?.end('SIGTERM');
    other.remove();
  });

  test('opens the public ports to the network and no others', () => {
    const { endpoints } = open;
    const isOpen = (url: string) =>
      [...listeningAddresses([portOf(url)])].some((address) => /^0+$/.test(address));
    for (const url of [open.url, endpoints.rtmp, endpoints.s3, endpoints.realtime])
      expect(isOpen(url), url).toBe(true);
    for (const url of [endpoints.dynamodb, endpoints.cognito_idp, endpoints.ivs, endpoints.mediaconvert])
      expect(isOpen(url), url).toBe(false);
  });
});
