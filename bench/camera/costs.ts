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
/** Of the direct way. */
const SEGMENT_S = 1;

export interface CostsOptions {
  readonly folder: string;
  /** The built web. */
  readonly dist: string;
  readonly streamers: Streamers;
  readonly viewer: Viewer;
}

/** Which way a broadcast goes; compatible with windows of that length. */
export type CostsOf =
  | { readonly way: 'direct'; readonly windowS?: undefined }
  | { readonly way: 'compatible'; readonly windowS: number };

export interface Costs {
  readonly kind: CostsOf;
  /** What one broadcast with one viewer takes in an hour, while it lasts. */
  readonly hour: Tally;
  readonly viewing: Viewing;
}

/** What a broadcast takes, on a site of its own. */
export async function measureCosts(kind: CostsOf, options: CostsOptions): Promise<Costs> {
  const { folder, dist, viewer } = options;
  await using started = new AsyncDisposableStack();
  const { way, windowS } = kind;
  const pieceS = windowS ?? SEGMENT_S;
  const dataDir = join(folder, `costs-${way}-${pieceS}`);
  const windowMs = windowS === undefined ? undefined : windowS * 1000;
  const site = await startCountedSite({ dataDir, dist, windowMs });
  started.defer(() => site.close());
  const pipeline = fanfarePipeline(way, { ...options, url: site.url, pid: process.pid });
  const live = await pipeline.goLive(SIZE, 1);
  const url = live.broadcasts[0]?.playlistUrl ?? '';
  // The poster is made, and a player that keeps a window and a half behind has that much to begin with.
  const running = { isCamera: true, lengthS: 12 + 1.5 * pieceS };
  const { usualSegmentS: segmentS } = await untilRunning(url, running);
  const watchMs = SETTLE_MS + COUNT_MS + 2 * pieceS * 1000;
  const [viewing, hour] = await Promise.all([
    viewer.watch({ url, segmentS, isCamera: true }, watchMs),
    hourOf(site, way === 'direct' ? 'invocations recorder' : 'jobs'),
  ]);
  await live.end();
  return { kind, hour, viewing };
}

/** Counts from the beginning of one piece's work, which `piece` counts, to that of another. */
async function hourOf({ counts }: CountedSite, piece: string): Promise<Tally> {
  await sleep(SETTLE_MS);
  const untilPiece = async (): Promise<readonly [Tally, number]> => {
    const { [piece]: before } = counts();
    while (counts()[piece] === before) await sleep(LOOK_EVERY_MS);
    return [counts(), performance.now()];
  };
  const [before, beforeMs] = await untilPiece();
  await sleep(COUNT_MS - LOOK_EVERY_MS);
  const [after, afterMs] = await untilPiece();
  return hourly(before, after, afterMs - beforeMs);
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
