import { join } from 'node:path';
import { untilRunning } from '../support/until-running.ts';
import type { Viewer } from '../support/viewer.ts';
import type { Viewing } from '../support/viewing.ts';
import { startCountedSite, type CountedSite } from '../counted/counted-site.ts';
import type { CameraSize } from './drawn-camera.page.ts';
import { fanfarePipeline } from './fanfare.ts';
import { JOIN_AFTER_S } from './pipeline.ts';
import type { Streamers } from './streamer.ts';
import { hourly, type Tally } from '../counted/tally.ts';

const SIZE: CameraSize = { widthPx: 640, heightPx: 360 };
/** At least; it ends with a window. Direct there is one tick in it. */
const COUNT_MS: Readonly<Record<CostsOf['way'], number>> = { direct: 60_000, compatible: 30_000 };
/** Until the viewer's player has settled. */
const SETTLE_MS = 5_000;
const LOOK_EVERY_MS = 20;
/** A piece that does not begin within it never will. */
const PIECE_TIMEOUT_MS = 30_000;
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
  // Of windows: the poster is made, and a player that keeps a window and a half behind has that much to begin with.
  const lengthS = way === 'direct' ? JOIN_AFTER_S.direct : JOIN_AFTER_S.compatible + 1.5 * pieceS;
  const running = { isCamera: true, lengthS };
  const { usualSegmentS: segmentS } = await untilRunning(url, running);
  const watchMs = SETTLE_MS + COUNT_MS[way] + 2 * pieceS * 1000;
  const [viewing, hour] = await Promise.all([
    viewer.watch({ url, segmentS, isCamera: true }, watchMs),
    hourOf(site, way === 'direct' ? 'invocations recorder' : 'jobs', COUNT_MS[way]),
  ]);
  await live.end();
  return { kind, hour, viewing };
}

/** Counts from the beginning of one piece's work, which `piece` counts, to that of another, `countMs` later at least. */
async function hourOf(site: CountedSite, piece: string, countMs: number): Promise<Tally> {
  await sleep(SETTLE_MS);
  const [before, beforeMs] = await nextPiece(site, piece);
  await sleep(countMs - LOOK_EVERY_MS);
  const [after, afterMs] = await nextPiece(site, piece);
  return hourly(before, after, afterMs - beforeMs);
}

async function nextPiece({ counts }: CountedSite, piece: string): Promise<readonly [Tally, atMs: number]> {
  const { [piece]: before } = counts();
  const deadlineMs = performance.now() + PIECE_TIMEOUT_MS;
  while (counts()[piece] === before) {
    if (performance.now() > deadlineMs) throw new Error(`No more ${piece}: ${JSON.stringify(counts())}`);
    await sleep(LOOK_EVERY_MS);
  }
  return [counts(), performance.now()];
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
