import { join } from 'node:path';
import { untilRunning } from '../support/until-running.ts';
import type { Viewer } from '../support/viewer.ts';
import type { Viewing } from '../support/viewing.ts';
import { startCountedSite, type CountedSite } from './counted-site.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import { fanfarePipeline } from './fanfare.ts';
import type { Streamers } from './streamer.ts';
import { hourly, type Tally } from './tally.ts';

const SIZE: CameraSize = { widthPx: 640, heightPx: 360 };
/** At least; it ends with a window. */
const COUNT_MS = 60_000;
/** Until the viewer's player has settled. */
const SETTLE_MS = 5_000;
const LOOK_EVERY_MS = 20;

export interface CostsOptions {
  readonly folder: string;
  /** The built web. */
  readonly dist: string;
  readonly streamers: Streamers;
  readonly viewer: Viewer;
}

export interface Costs {
  readonly windowS: number;
  /** What one broadcast with one viewer takes in an hour, while it lasts. */
  readonly hour: Tally;
  readonly viewing: Viewing;
}

/** What a broadcast takes with windows of that length, on a site of its own. */
export async function measureCosts(windowS: number, options: CostsOptions): Promise<Costs> {
  const { folder, dist, viewer } = options;
  await using started = new AsyncDisposableStack();
  const dataDir = join(folder, `costs-${windowS}`);
  const site = await startCountedSite({ dataDir, dist, windowMs: windowS * 1000 });
  started.defer(() => site.close());
  const live = await fanfarePipeline({ ...options, url: site.url, pid: process.pid }).goLive(SIZE, 1);
  const url = live.broadcasts[0]?.playlistUrl ?? '';
  // The poster is made, and a player that keeps a window and a half behind has that much to begin with.
  const running = { isCamera: true, lengthS: 12 + 1.5 * windowS };
  const { usualSegmentS: segmentS } = await untilRunning(url, running);
  const watchMs = SETTLE_MS + COUNT_MS + 2 * windowS * 1000;
  const [viewing, hour] = await Promise.all([
    viewer.watch({ url, segmentS, isCamera: true }, watchMs),
    hourOf(site),
  ]);
  await live.end();
  return { windowS, hour, viewing };
}

/** Counts from the beginning of one window's job to that of another. */
async function hourOf({ counts }: CountedSite): Promise<Tally> {
  await sleep(SETTLE_MS);
  const untilJob = async (): Promise<readonly [Tally, number]> => {
    const { jobs } = counts();
    while (counts()['jobs'] === jobs) await sleep(LOOK_EVERY_MS);
    return [counts(), performance.now()];
  };
  const [before, beforeMs] = await untilJob();
  await sleep(COUNT_MS - LOOK_EVERY_MS);
  const [after, afterMs] = await untilJob();
  return hourly(before, after, afterMs - beforeMs);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
