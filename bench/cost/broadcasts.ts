import { HOUR_MS } from '#shared/plain/time.ts';
import type { Browser, Page } from 'playwright-core';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { goLive, presetWay, untilDirectIsProven } from '#test/support/browser/camera/broadcaster-page.ts';
import { aPerson, enterAs, type Person } from '#test/support/site/people.ts';
import type { Amounts } from '#functions/costs/prices.ts';
import { times, together, type BroadcastCounts, type BroadcastKind } from '#infra/scale/counts.ts';
import { RECORDED_GB_AN_HOUR } from '#infra/scale/counts.ts';
import { startCountedSite } from '../counted/counted-site.ts';
import { hourly, sumOf, type Tally } from '../counted/tally.ts';
import { startProgram } from '../support/programs.ts';
import { untilRunning } from '../support/until-running.ts';
import { counting, type PageTraffic } from '../viewer-hour/counting.ts';
import { pageAmounts, purposeAmounts } from './amounts.ts';

export const KINDS: readonly BroadcastKind[] = ['direct', 'compatible', 'software'];

/** A new page sends some requests only once. */
const SETTLE_MS = 45_000;
const COUNT_MS = Number(process.env['BENCH_WATCHED_S'] ?? 120) * 1000;
/** Interval of messages in the chat. */
const WRITE_EVERY_MS = 10_000;
/** As in AWS (`DEFAULT_CAMERA_LIMITS`). */
const WINDOW_MS = 4000;

export interface CountOptions {
  readonly folder: string;
  /** Folder of the built web app. */
  readonly dist: string;
  readonly browser: Browser;
}

/** Measures one broadcast of at most 720p with one viewer on the channel's page, on a separate site. */
export async function countBroadcast(kind: BroadcastKind, options: CountOptions): Promise<BroadcastCounts> {
  const { folder, dist, browser } = options;
  await using started = new AsyncDisposableStack();
  const site = await startCountedSite({ dataDir: `${folder}/cost-${kind}`, dist, windowMs: WINDOW_MS });
  started.defer(() => site.close());
  const streamer = await aPerson(site.url, 'GaleForce');
  const viewer = await aPerson(site.url, 'FanOfFans');
  await viewer.call('POST', `/follows/${streamer.id}`);
  const own = await openAs(browser, streamer, site.url);
  started.defer(() => own.context().close());
  const ownCounting = counting(own);
  started.defer(await liveIn(kind, own, streamer));
  const page = await openAs(browser, viewer, site.url);
  started.defer(() => page.context().close());
  const viewerCounting = counting(page);
  await page.goto('/channel/GaleForce');
  const writing = setInterval(() => {
    void streamer.call('POST', `/chat/${streamer.id}`, { message: 'Is anybody there?' }).catch(() => {});
  }, WRITE_EVERY_MS);
  started.defer(() => clearInterval(writing));
  await page.waitForTimeout(SETTLE_MS);
  const before = site.counts();
  const startedMs = performance.now();
  ownCounting.begin();
  viewerCounting.begin();
  await page.waitForTimeout(COUNT_MS);
  const tookMs = performance.now() - startedMs;
  const [ownSeen, seen] = [ownCounting.seen(), viewerCounting.seen()];
  return countsOf(kind, { before, after: site.counts(), tookMs, ownSeen, seen });
}

interface Counted {
  readonly before: Tally;
  readonly after: Tally;
  readonly tookMs: number;
  readonly ownSeen: PageTraffic;
  readonly seen: PageTraffic;
}

function countsOf(kind: BroadcastKind, { before, after, tookMs, ownSeen, seen }: Counted): BroadcastCounts {
  const factor = HOUR_MS / tookMs;
  const hour = hourly(before, after, tookMs);
  const isChat = (name: string): boolean => name.includes('POST /api/chat/');
  const chat = Object.fromEntries(Object.entries(hour).filter(([name]) => isChat(name)));
  const messages = sumOf(chat, 'invocations');
  const page = ({ requests }: PageTraffic): Amounts => times(pageAmounts(routesOf(requests), after), factor);
  const finished = sumOf(hour, 'finished jobs');
  const minutes = finished === 0 ? 0 : (sumOf(hour, 'jobs') * sumOf(hour, 'billed seconds')) / finished / 60;
  const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);
  const pieces = sum([...seen.deliveries.values()].map((delivered) => delivered.pieces)) * factor;
  return {
    broadcaster: together(purposeAmounts(hour, 'recorder', 'work'), page(ownSeen), {
      event: sumOf(hour, 'invocations work'),
      storageWrite: sumOf(hour, 'S3 write'),
      storageRead: sumOf(hour, 'S3 read'),
      transcodedHdMinute: minutes,
      realtimeMinute: 60,
      ...(kind === 'software' && { liveInputHour: 1 }),
    }),
    // IVS has its own CDN.
    origin:
      kind === 'software'
        ? {}
        : together(purposeAmounts(hour, 'playlist'), { storageRead: seen.cdn.media * factor }),
    viewer: together(page(seen), {
      realtimeMinute: 60,
      realtimeOperation: pieces,
      // IVS's CDN is separate and metered by the hour.
      ...(kind === 'software'
        ? { cdnRequest: sum(seen.requests.values()) * factor, liveOutputHour: 1 }
        : { cdnRequest: seen.cdn.requests * factor, cdnGb: RECORDED_GB_AN_HOUR }),
    }),
    message: together(times(purposeAmounts(chat, 'POST /api/chat/'), 1 / Math.max(1, messages)), {
      realtimeOperation: sumOf(hour, 'publishes') / Math.max(1, messages),
    }),
    messages,
    jobs: sumOf(hour, 'jobs'),
  };
}

/** The recorder's requests are counted on arrival. */
const routesOf = (requests: PageTraffic['requests']): PageTraffic['requests'] =>
  new Map([...requests].filter(([route]) => !route.includes('/api/browser-stream/')));

async function openAs(browser: Browser, person: Person, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await enterAs(page, person, baseURL);
  return page;
}

/** Goes live with the page or software of that way. Returns a function that ends it. */
async function liveIn(kind: BroadcastKind, page: Page, person: Person): Promise<() => Promise<void>> {
  if (kind === 'software') return liveByEncoder(page, person);
  await presetWay(page, kind);
  const id = await goLive(page, 'Hum', async () => {
    if (kind === 'direct') await untilDirectIsProven(page);
    await page.getByLabel('Keep replays of my streams').uncheck();
  });
  await untilRunning(new URL(`/api/browser-stream/${id}/live.m3u8`, page.url()).href, { isCamera: true });
  return async () => void (await person.call('POST', `/browser-stream/stop/${id}`));
}

const PICTURE = 'testsrc2=size=1280x720:rate=30';
const ENCODER = [
  ['-hide_banner', '-loglevel', 'error', '-re', '-f', 'lavfi', '-i', PICTURE],
  ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:v', 'libx264', '-preset', 'ultrafast'],
  ['-b:v', '2500k', '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'aac', '-f', 'flv'],
].flat();

async function liveByEncoder(page: Page, person: Person): Promise<() => Promise<void>> {
  const setup = { title: 'Hum', game: 'Box Fans', tags: [], keep_replay: false };
  const { rtmp_url, stream_key, playback_url } = (await person.call(
    'POST',
    '/streaming/start',
    setup,
  )) as StreamStatus;
  await page.goto('/go-live-advanced');
  const encoder = startProgram('ffmpeg', [...ENCODER, `${rtmp_url}${stream_key}`]);
  await untilRunning(playback_url ?? '', { explain: encoder.output });
  return async () => {
    await encoder.end();
    await person.call('POST', '/streaming/stop');
  };
}
