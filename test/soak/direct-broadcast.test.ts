import { beforeAll, describe, expect, it } from 'vitest';
import type { Video } from '#shared/videos/videos.ts';
import { firstVariant } from '#web/features/player/engine/playlist.ts';
import {
  broadcastOf,
  endStream,
  goLive,
  presetWay,
  untilDirectIsProven,
  videosOf,
} from '#test/support/browser/camera/broadcaster-page.ts';
import { watchPlaylist, type PlaylistLog } from '#test/support/browser/camera/camera-broadcast.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { readSegments, writeFilm } from '#test/support/browser/recorder/recorded.ts';
import { departures, departuresAt } from '#operate/first-hour/tone-departures.ts';
import { CAMERA } from '#test/support/media/fake-camera.ts';
import { countersOf, samplesOf } from '#test/support/media/joined-media.ts';
import type { Page } from 'playwright-core';

const USERNAME = 'SteadySol';
/** `BROADCAST_S` sets another. */
const LENGTH_S = Number(process.env['BROADCAST_S'] || 600);
/** Less would say little: a machine that is too busy for its own encoder sends fewer. */
const MIN_FRAMES_PER_S = 12;
/** A ladder has a steady 30 frames a second: of two that the camera gave within a thirtieth it shows one. */
const MAX_MISSING_IN_LADDER = 0.05;
/** What AAC adds to the tone is less; a sample that is left out is more. */
const MAX_CLICK = 0.01;

const camera = cameraWorld(USERNAME, { camera: CAMERA });
const address = (path: string | null): string => camera.world.site.url + path;
let sent: ReadonlyMap<number, string>;

beforeAll(async () => {
  const { page } = camera.streamer;
  await presetWay(page, 'direct');
  sent = await tapSegments(page);
});

interface Film {
  readonly path: string;
  /** What its pictures show, in order. */
  readonly counters: readonly number[];
  readonly samples: Float32Array;
}

async function filmOf(path: string): Promise<Film> {
  const [counters, samples] = [await countersOf(path), await samplesOf(path)];
  return { path, counters, samples };
}

interface PlayedFilm extends Film {
  /** Where its segments meet. */
  readonly seamsS: readonly number[];
}

/** A playlist of the site, as ffmpeg plays it. */
async function played(path: string): Promise<PlayedFilm> {
  const text = await (await fetch(address(path))).text();
  let endS = 0;
  const ends = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => (endS += Number(seconds)));
  return { ...(await filmOf(address(path))), seamsS: ends.slice(0, -1) };
}

describe('a ten-minute direct broadcast', () => {
  let streamId: string;
  let playlist: PlaylistLog;
  let encoded: Film;
  let replay: Video;

  it('loses no segment, and its playlist is valid at each change', async () => {
    const { page } = camera.streamer;
    streamId = await goLive(page, 'Ten quiet minutes', untilDirectIsProven);
    await untilUploaded(page, 1);
    playlist = watchPlaylist(address(`/api/browser-stream/${streamId}/live/main.m3u8`));
    await new Promise((resolve) => setTimeout(resolve, LENGTH_S * 1000));
    await endStream(page, USERNAME);
    playlist.stop();
    const { chunks } = await broadcastOf(camera.person, streamId);
    expect(chunks).toEqual({ recorded: sent.size, stored: sent.size, lost: 0 });
    expect(sent.size).toBeGreaterThan(0.95 * LENGTH_S);
    expect(playlist.faults).toEqual([]);
    expect(playlist.versions.length).toBeGreaterThan(LENGTH_S / 2);
  });

  it('has each encoded frame once in its replay, with unchanged sound', async () => {
    const bySeq = [...sent.entries()].toSorted(([a], [b]) => a - b);
    const main = readSegments(bySeq.map(([, bytes]) => bytes)).map(([first]) => first!);
    encoded = await filmOf(writeFilm(camera.folder, 'encoded.mp4', main));
    const { length } = encoded.counters;
    const missed = encoded.counters.at(-1)! - encoded.counters[0]! + 1 - new Set(encoded.counters).size;
    console.log(`${length} frames were encoded; the camera had ${missed} more between them`);
    expect(length).toBeGreaterThan(MIN_FRAMES_PER_S * LENGTH_S);
    [replay] = (await videosOf(camera.person)) as [Video];
    // The ladder may be there by now, but the recording stays for days.
    const playlistUrl = replay.playback_url!.replace('.m3u8', '-main.m3u8');
    const recorded = await played(playlistUrl);
    expect(recorded.counters).toEqual(encoded.counters);
    expect(Buffer.compare(bytesOf(recorded.samples), bytesOf(encoded.samples))).toBe(0);
    expectNoClicks('recording', recorded);
  });

  it('has the same frames in its ladder, at a steady rate', async () => {
    const find = async () => ([replay] = (await videosOf(camera.person)) as [Video])[0].storyboard_url;
    await expect.poll(find, { timeout: 900_000, interval: 2000 }).not.toBeNull();
    const variants = await (await fetch(address(replay.playback_url))).text();
    const ladder = await played(new URL(firstVariant(variants) ?? '', address(replay.playback_url)).pathname);
    const visible = new Set(ladder.counters);
    const missing = [...new Set(encoded.counters)].filter((counter) => !visible.has(counter));
    console.log(
      `ladder: ${ladder.counters.length} frames, ${missing.length} of those encoded are not among them`,
    );
    expect(ladder.counters).toEqual(ladder.counters.toSorted((a, b) => a - b));
    expect(missing.length / encoded.counters.length).toBeLessThan(MAX_MISSING_IN_LADDER);
    expectNoClicks('ladder', ladder);
    expect([...camera.streamer.complaints]).toEqual([]);
  });
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Where the microphone itself crackles, as on a machine that is too busy, its segments' joins are no worse. */
function expectNoClicks(what: string, { samples, seamsS }: PlayedFilm): void {
  const { atSeams, between } = departuresAt(departures(samples), seamsS);
  console.log(
    `${what}: departures from the tone ${atSeams.toFixed(4)} at joins, ${between.toFixed(4)} between`,
  );
  expect(atSeams).toBeLessThan(Math.max(MAX_CLICK, 1.2 * between));
}

/** Records each segment that the page sends from the next navigation on, in base64 by number. */
async function tapSegments(page: Page): Promise<ReadonlyMap<number, string>> {
  const sent = new Map<number, string>();
  await page.exposeFunction('noteSegment', (seq: number, base64: string) => void sent.set(seq, base64));
  await page.addInitScript(() => {
    const note = async (seq: number, body: XMLHttpRequestBodyInit): Promise<void> => {
      const reader = new FileReader();
      const { noteSegment } = globalThis as unknown as { noteSegment: (seq: number, base64: string) => void };
      reader.addEventListener('load', () => noteSegment(seq, String(reader.result).split(',').at(-1) ?? ''));
      reader.readAsDataURL(await new Response(body).blob());
    };
    globalThis.XMLHttpRequest = class extends XMLHttpRequest {
      #seq: string | undefined;
      override open(method: string, url: string | URL): void {
        this.#seq = /\/segments\/(\d+)$/.exec(String(url))?.[1];
        super.open(method, url);
      }
      override send(body?: XMLHttpRequestBodyInit | null): void {
        if (this.#seq !== undefined && body) void note(Number(this.#seq), body);
        super.send(body);
      }
    };
  });
  return sent;
}
