import { join } from 'node:path';
import { startBrowser } from '#test/support/browser/browser.ts';
import type { BroadcastServer } from './latency/broadcast-server.ts';
import { startFanfare, type Fanfare } from './latency/fanfare.ts';
import { startNginx } from './latency/nginx.ts';
import type { SourceReport } from './latency/source.ts';
import { startScript, type BoundProgram } from './support/programs.ts';
import { printTable } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { untilRunning } from './support/until-running.ts';
import { createViewer, type Viewer } from './support/viewer.ts';
import { viewingRows, type Viewing } from './support/viewing.ts';

/** The encoder's keyframe interval, which is the minimum length of a segment. */
const KEYFRAME_SECONDS = [1, 2];
const WATCH_S = Number(process.env['BENCH_WATCH_S'] ?? 45);
const MAX_LATENCY_S = 5;
const SOURCE = join(import.meta.dirname, 'latency/source.ts');

interface Comparison {
  readonly ours: Viewing;
  readonly peer: Viewing;
  readonly source: SourceReport;
}

/**
 * Delay from the camera to the screen through Fanfare, and through nginx with its RTMP module: one encoder sends the
 * same stream to both at once, and the same page of the same browser watches them one after another.
 */
export async function measureLatency(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const fanfare = await startFanfare(folder);
  started.defer(() => fanfare.close());
  const browser = await startBrowser();
  started.defer(() => browser.close());
  const viewer = await createViewer(browser);
  for (const keyframeS of KEYFRAME_SECONDS) {
    const { ours, peer, source } = await compare({
      fanfare,
      viewer,
      keyframeS,
      folder: join(folder, `nginx-${keyframeS}`),
    });
    const heading = `Encoder to viewer, 720p30, a keyframe every ${keyframeS} s, ${WATCH_S} s watched each`;
    printTable(
      heading,
      'nginx-rtmp',
      viewingRows({ ours: [ours], peer: [peer] }, { latencyS: MAX_LATENCY_S }),
    );
    console.log(`\n  The encoder's own frames were at most ${source.maxLateMs.toFixed(0)} ms late.`);
  }
}

async function compare({
  fanfare,
  viewer,
  keyframeS,
  folder,
}: {
  readonly fanfare: Fanfare;
  readonly viewer: Viewer;
  readonly keyframeS: number;
  readonly folder: string;
}): Promise<Comparison> {
  await using started = new AsyncDisposableStack();
  const nginx = await startNginx(folder, keyframeS);
  started.defer(() => nginx.close());
  const live = await fanfare.goLive();
  started.defer(() => live.close());
  const source = startScript(SOURCE, [`${keyframeS}`, live.publishUrl, nginx.publishUrl]);
  started.defer(async () => void (await source.end()));
  const ours = await watch(viewer, live, source);
  const peer = await watch(viewer, nginx, source);
  return { ours, peer, source: JSON.parse(await source.end()) as SourceReport };
}

async function watch(
  viewer: Viewer,
  { playbackUrl }: BroadcastServer,
  source: BoundProgram,
): Promise<Viewing> {
  const { longestSegmentS } = await untilRunning(playbackUrl, { explain: source.output });
  return viewer.watch({ url: playbackUrl, segmentS: longestSegmentS }, WATCH_S * 1000);
}
