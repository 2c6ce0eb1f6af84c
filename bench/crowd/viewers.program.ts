/**
 * `node viewers.program.ts WATCHING`: viewers of one live channel, each with separate connections, that send the page's
 * requests: the initial ones once, then the playlist and its last segment each second, and presence at the requested
 * interval. Prints a line of JSON when all have arrived, and at the end the results since the first arrival (`ReceivedCounts`).
 */
import { pollSlot } from '#shared/plain/live/poll-slot.ts';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pass } from '#shared/people/passes.ts';
import type { PresenceAnswer } from '#shared/live/presence.ts';
import { listedIn, pageReads } from './page-reads.ts';
import { note, summariesOf, type RouteSummary, type RouteTimes } from './route-times.ts';

export interface Watching {
  readonly url: string;
  readonly username: string;
  readonly channelId: string;
  /** Playlist of the rendition. */
  readonly playlist: string;
  readonly viewers: number;
  /** They arrive within this time, and then watch for `lengthS`. */
  readonly rampS: number;
  readonly lengthS: number;
}

export interface ReceivedCounts {
  readonly routes: Readonly<Record<string, RouteSummary>>;
  readonly failures: readonly string[];
  /** For segments: number of responses that did not come from the edge's cache. */
  readonly segments: { readonly asked: number; readonly missed: number; readonly addresses: number };
}

const CONNECTIONS = 2;
const POLL_MS = 1000;

const { url, username, channelId, playlist, viewers, rampS, lengthS } = JSON.parse(
  process.argv[2] ?? '{}',
) as Watching;

const times: RouteTimes = {};
const failures: string[] = [];
const segments = { asked: 0, missed: 0, addresses: new Set<string>() };
const over = new AbortController();

interface Answered {
  readonly text: string;
  readonly isMiss: boolean;
}

const watching = Array.from({ length: viewers }, (_, n) => watch((n / viewers) * rampS * 1000));
await sleep(rampS * 1000);
console.log(JSON.stringify({ viewers }));
await sleep(lengthS * 1000);
over.abort();
await Promise.all(watching);
const { asked, missed, addresses } = segments;
console.log(
  JSON.stringify({
    routes: summariesOf(times),
    failures,
    segments: { asked, missed, addresses: addresses.size },
  } satisfies ReceivedCounts),
);
process.exit(0);

async function watch(afterMs: number): Promise<void> {
  await sleep(afterMs);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const get = (address: string) => ask(agent, 'GET', address);
  await Promise.all(pageReads(username, channelId).map(get));
  void stayPresent(agent);
  for (let dueMs = performance.now(); !over.signal.aborted; dueMs += POLL_MS) {
    await sleep(Math.max(0, dueMs - performance.now()));
    const listed = await get(`${playlist}?slot=${pollSlot(Date.now())}`);
    if (listed) await takeLast(get, listed.text);
  }
  agent.destroy();
}

async function takeLast(
  get: (address: string) => Promise<Answered | undefined>,
  listed: string,
): Promise<void> {
  const address = listedIn(listed, playlist).at(-1)!;
  const segment = await get(address);
  segments.asked += 1;
  segments.addresses.add(address);
  if (segment?.isMiss) segments.missed += 1;
}

async function stayPresent(agent: Agent): Promise<void> {
  const passed = await ask(agent, 'POST', `/api/passes/channel/${channelId}`);
  if (!passed) return;
  const { pass } = JSON.parse(passed.text) as Pass;
  while (!over.signal.aborted) {
    const answered = await ask(agent, 'POST', `/api/presence/${channelId}`, JSON.stringify({ pass }));
    if (!answered) return;
    let pace = JSON.parse(answered.text) as PresenceAnswer;
    do await sleep(pace.report_after_ms, undefined, { ref: false });
    while (Math.random() >= pace.report_probability);
  }
}

/** Resolves with `undefined` if it failed. */
function ask(agent: Agent, method: string, address: string, body = ''): Promise<Answered | undefined> {
  const startedMs = performance.now();
  const headers =
    body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve) => {
    const failed = (why: string) => {
      if (!over.signal.aborted) failures.push(`${method} ${address}: ${why}`);
      resolve(undefined);
    };
    const sent = request(url + address, { agent, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      // A thousand people have a thousand machines for a segment's bytes.
      if (isRead(address)) response.on('data', (piece: Buffer) => pieces.push(piece));
      else response.resume();
      response.on('error', (error) => failed(String(error)));
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        if (response.statusCode !== 200) return failed(`${response.statusCode} ${text}`);
        if (!over.signal.aborted) note(times, routeOf(method, address), performance.now() - startedMs);
        resolve({ text, isMiss: !String(response.headers['x-cache']).startsWith('Hit') });
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // As browsers do if the server has just closed an idle connection.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(ask(agent, method, address, body));
      else failed(String(error));
    });
    sent.end(body);
  });
}

/** Returns whether the page needs the response to continue. */
function isRead(address: string): boolean {
  return address.startsWith(playlist) || /^\/api\/(passes|presence)\//.test(address);
}

function routeOf(method: string, address: string): string {
  if (method === 'POST') return `POST ${address.startsWith('/api/presence') ? 'presence' : 'pass'}`;
  if (address.startsWith(playlist)) return 'GET playlist';
  return `GET ${address.startsWith('/media/') ? 'segment' : 'page'}`;
}
