import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { StreamStatus } from '#shared/live/streaming.ts';
import { startBrowser } from '#test/support/browser/browser.ts';
import { startEncoder } from '#test/support/media/encoder.ts';
import { aPerson, enterAs, type Person } from '#test/support/site/people.ts';
import { writeSteadily } from './chat/crowd.ts';
import { publishing } from './chat/publishing.ts';
import { wordsOf } from './chat/messages.ts';
import { readSmoothness, recordLongTasks, type Smoothness } from './chat/smoothness.page.ts';
import { taskTimes } from './chat/task-times.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import { printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { untilRunning } from './support/until-running.ts';

const PER_SECOND = Number(process.env['BENCH_MESSAGES_A_SECOND'] || 50);
const LENGTH_S = Number(process.env['BENCH_CHAT_S'] || 60);
const WARM_UP_S = 5;
const LONG_MS = 50;
/** The page must display the last message within this time. */
const PATIENCE_MS = 30_000;
const SAMPLE_INTERVAL_MS = 500;

/**
 * A live channel's page in Chromium during a busy chat: how long the page's tasks take, and whether the video
 * continues. The peer is the same page for the same time before, without messages.
 */
export async function measureChatSmooth(): Promise<void> {
  const folder = temporaryFolder();
  await using started = new AsyncDisposableStack();
  const site = await startSiteProgram(join(folder, 'site'), await buildWeb(folder));
  started.defer(async () => void (await site.end()));
  const streamer = await aPerson(site.url, 'GaleForce');
  const viewer = await aPerson(site.url, 'FanOfFans');
  const write = publishing({ ...site, channelId: streamer.id });
  const encoder = await goLive(streamer);
  started.defer(async () => void (await encoder.stop()));
  const browser = await startBrowser();
  started.defer(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await enterAs(page, viewer, site.url);
  await page.addInitScript(recordLongTasks);
  await page.goto(`${site.url}/channel/GaleForce`);
  await untilPlaying(page);
  const pace = { perSecond: PER_SECOND, lengthS: LENGTH_S };
  await writeSteadily({ ...pace, lengthS: WARM_UP_S }, wordsOf, write);

  const quiet = await watched(browser, page, () => page.waitForTimeout(LENGTH_S * 1000));
  const busy = await watched(browser, page, async () => {
    await writeSteadily(pace, (n) => `${wordsOf(n)} (${n})`, write);
    await untilVisible(page, `(${PER_SECOND * LENGTH_S - 1})`);
  });
  const heading = `A channel's page while ${PER_SECOND} messages a second come, ${LENGTH_S} s`;
  printTable(heading, 'no messages', rowsOf(busy, quiet));
}

/** Streams a 360p film that is already encoded. */
async function goLive(streamer: Person) {
  const setup = { title: 'Hum', game: 'Ceiling Fans', tags: [] };
  const status = (await streamer.call('POST', '/streaming/start', setup)) as StreamStatus;
  const encoder = startEncoder(`${status.rtmp_url}${status.stream_key}`);
  await untilRunning(status.playback_url ?? '', { explain: encoder.complaints });
  return encoder;
}

const untilPlaying = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 2);

/** Waits until the last line contains these words; polls slowly, because the page is being measured. */
const untilVisible = (page: Page, words: string): Promise<unknown> =>
  page.waitForFunction(
    (words) => [...document.querySelectorAll('[role=log] li')].at(-1)?.textContent.includes(words),
    words,
    { polling: SAMPLE_INTERVAL_MS, timeout: PATIENCE_MS },
  );

interface Watched extends Smoothness {
  /** Processor time of each task in ms. */
  readonly processorMs: readonly number[];
}

async function watched(browser: Browser, page: Page, work: () => Promise<unknown>): Promise<Watched> {
  const before = await page.evaluate(readSmoothness);
  const processorMs = await taskTimes(browser, page, work);
  const after = await page.evaluate(readSmoothness);
  return {
    ...after,
    processorMs,
    longTasksMs: after.longTasksMs.slice(before.longTasksMs.length),
    renderedFrames: after.renderedFrames - before.renderedFrames,
    droppedFrames: after.droppedFrames - before.droppedFrames,
    waits: after.waits - before.waits,
  };
}

function rowsOf(busy: Watched, quiet: Watched): Row[] {
  const row = (what: string, figure: (watched: Watched) => number, unit = ''): Row => ({
    what,
    ours: figure(busy).toFixed(0) + unit,
    peer: figure(quiet).toFixed(0) + unit,
  });
  const none = (what: string, figure: (watched: Watched) => number): Row => ({
    ...row(what, figure),
    budget: { text: 'none', met: figure(busy) === 0 },
  });
  return [
    none('tasks of more than 50 ms', ({ longTasksMs }) => longTasksMs.length),
    row('the longest', ({ longTasksMs }) => Math.max(0, ...longTasksMs), ' ms'),
    none('… of the processor', ({ processorMs }) => processorMs.filter((ms) => ms > LONG_MS).length),
    row('the longest', ({ processorMs }) => longestOf(processorMs), ' ms'),
    row('all tasks together', ({ processorMs }) => processorMs.reduce((sum, ms) => sum + ms, 0), ' ms'),
    none('waits of the player', ({ waits }) => waits),
    row('dropped frames', ({ droppedFrames }) => droppedFrames),
    row('pictures shown', ({ renderedFrames }) => renderedFrames),
    row('lines in the log', ({ lines }) => lines),
  ];
}

const longestOf = (values: readonly number[]): number =>
  values.reduce((longest, one) => Math.max(longest, one), 0);
