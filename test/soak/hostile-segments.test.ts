import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import type { BrowserStream, StartedBrowserStream } from '#shared/live/browser-stream.ts';
import { type DirectClient, goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { concatBytes, makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { watchPlaylist } from '#test/support/browser/camera/camera-broadcast.ts';
import { memoryOf } from '#test/support/browser/memory-use.ts';
import { type BrokenSegment, brokenSegments, flippedSegments } from '#test/support/media/broken-segments.ts';
import { parsePlaylist } from '#test/support/media/playlist-validator.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { type RunningSite, runSite, siteFolder } from '#test/support/site/running-site.ts';

const SEGMENTS = 2000;
const AT_ONCE = 4;
const BROADCAST_S = 900;
/** What a garbage collector may leave for later, of 1.3 GB that are sent in half a minute. */
const MAX_GROWTH_BYTES = 400e6;
/** Far from what the broadcast has come to. */
const AHEAD = 30;

const folder = siteFolder();
const good = makeSegments({ seconds: 2 });
const both = concatBytes(good[0]!, makeSegments({ seconds: 1, size: '160x90' })[0]!);
const digest = (bytes: Uint8Array): string =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
const seed = Date.now() % 2 ** 31;

let site: RunningSite;
let person: Person;
let other: Person;
let client: DirectClient;

beforeAll(async () => {
  site = await runSite(folder.path);
  [person, other] = [await aPerson(site.url, 'Steadfast'), await aPerson(site.url, 'Careless')];
  const segments = makeSegments({ seconds: BROADCAST_S });
  client = await goLiveDirect({ url: () => site.url, person, segments });
});
afterAll(async () => {
  await client?.end();
  await site?.end('SIGTERM');
  folder.remove();
});

let slowestMs = 0;

/** Sends it as a segment of a broadcast. Returns the status. */
async function put(
  whose: Person,
  path: string,
  body: Uint8Array<ArrayBuffer>,
  headers = {},
): Promise<number> {
  const beganMs = performance.now();
  const response = await fetch(`${site.url}/api/browser-stream/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'video/mp4', authorization: `Bearer ${whose.token}`, ...headers },
    body,
  });
  await response.arrayBuffer();
  slowestMs = Math.max(slowestMs, performance.now() - beganMs);
  return response.status;
}

/** How many were answered by each status; some are on their way at once. */
async function answers(
  kind: fc.Arbitrary<BrokenSegment>,
  send: (bytes: Uint8Array<ArrayBuffer>) => Promise<number>,
): Promise<Record<number, number>> {
  const queue = fc.sample(kind, { numRuns: SEGMENTS, seed }).values();
  const counts: Record<number, number> = {};
  const work = async (): Promise<void> => {
    for (const { bytes } of queue) {
      const status = await send(bytes());
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return counts;
}

describe('a broadcast that receives thousands of broken segments', () => {
  it('continues without any of their content', async () => {
    const playlist = watchPlaylist(`${site.url}/api/browser-stream/${client.streamId}/live/main.m3u8`);
    await expect.poll(() => client.stored()).toBeGreaterThan(2);
    // What a first request loads is not of interest.
    await put(person, `${client.streamId}/segments/9999`, both.slice(0, 1000));
    const { nowBytes } = memoryOf(site.pid);
    const beganMs = performance.now();
    const ahead = (): string => `${client.streamId}/segments/${client.stored() + AHEAD}`;

    expect(await answers(brokenSegments([...good, both]), (bytes) => put(person, ahead(), bytes))).toEqual({
      415: SEGMENTS,
    });
    const reported = { 'content-digest': digest(good[0]!) };
    expect(
      await answers(flippedSegments([good[0]!]), (bytes) => put(person, ahead(), bytes, reported)),
    ).toEqual({
      400: SEGMENTS,
    });

    const grownBytes = memoryOf(site.pid).nowBytes - nowBytes;
    const tookS = (performance.now() - beganMs) / 1000;
    const before = client.stored();
    await expect.poll(() => client.stored()).toBeGreaterThan(before + 2);
    playlist.stop();
    expect(playlist.faults).toEqual([]);
    const last = parsePlaylist(playlist.versions.at(-1) ?? '');
    expect(new Set(last.segments.map(({ discontinuity }) => discontinuity))).toEqual(new Set([0]));
    expect(last.mediaSequence + last.segments.length).toBeGreaterThan(tookS * 0.9);
    await client.end();
    const receipt = (await person.call('POST', `/browser-stream/stop/${client.streamId}`)) as BrowserStream;
    expect(receipt.chunks).toMatchObject({ recorded: client.stored(), stored: client.stored(), lost: 0 });
    console.log(
      `seed ${seed}: ${2 * SEGMENTS} in ${tookS.toFixed(0)} s, the slowest ${slowestMs.toFixed(0)} ms; ` +
        `${playlist.versions.length} playlists; memory ${mb(nowBytes)} and ${mb(grownBytes)} more, ` +
        `at most ${mb(memoryOf(site.pid).peakBytes)}`,
    );
    expect(grownBytes).toBeLessThan(MAX_GROWTH_BYTES);
  });

  it('survives flipped bits in its own segments', async () => {
    const setup = { title: 'Loose wires', category: 'Box Fans', way: 'direct', keep_replay: false };
    const { stream_id: id } = (await other.call(
      'POST',
      '/browser-stream/start',
      setup,
    )) as StartedBrowserStream;
    let seq = 0;
    const counts = await answers(flippedSegments([good[0]!]), (bytes) =>
      put(other, `${id}/segments/${(seq += 1)}`, bytes),
    );
    console.log(`seed ${seed}: ${JSON.stringify(counts)}`);
    for (const status of Object.keys(counts)) expect(['200', '415']).toContain(status);
    const response = await fetch(`${site.url}/api/browser-stream/${id}/live/main.m3u8`);
    if (response.ok) parsePlaylist(await response.text());
    expect(response.status).toBeLessThan(500);
  });
});

const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
