import { join } from 'node:path';
import { measurePlaylist, type RunningPlaylist } from '../web/src/features/player/playlist.ts';
import type { BroadcastServer } from './latency/broadcast-server.ts';
import { startFanfare, type Fanfare } from './latency/fanfare.ts';
import { startNginx } from './latency/nginx.ts';
import type { SourceReport } from './latency/source.ts';
import type { Viewing } from './latency/viewer.page.ts';
import { startViewer, type Viewer } from './latency/viewer.ts';
import { startScript, type Tethered } from './support/programs.ts';
import { median, percentile } from './support/statistics.ts';
import { printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** The encoder's distance of keyframes, which is the shortest possible segment. */
const KEYFRAME_SECONDS = [1, 2];
const WATCH_S = Number(process.env['BENCH_WATCH_S'] ?? 45);
const MAX_LATENCY_S = 5;
/** A viewer joins a stream that has been running for this long. */
const JOIN_AFTER_S = 10;
const JOIN_TIMEOUT_MS = 40_000;
/** A picture that stands still for this long is seen to do so. */
const FREEZE_MS = 500;
const SOURCE = join(import.meta.dirname, 'latency/source.ts');

interface Comparison {
  readonly ours: Viewing;
  readonly peer: Viewing;
  readonly source: SourceReport;
}

/**
 * Time from the camera to the screen through Fanfare, and through nginx with its RTMP module: one encoder sends the
 * same stream to both at once, and the same page of the same browser watches one after the other.
 */
export async function measureLatency(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const fanfare = await startFanfare(folder);
  started.defer(() => fanfare.close());
  const viewer = await startViewer();
  started.defer(() => viewer.close());
  for (const keyframeS of KEYFRAME_SECONDS) {
    const comparison = await compare({
      fanfare,
      viewer,
      keyframeS,
      folder: join(folder, `nginx-${keyframeS}`),
    });
    const heading = `Encoder to viewer, 720p30, a keyframe every ${keyframeS} s, ${WATCH_S} s watched each`;
    printTable(heading, 'nginx-rtmp', rowsOf(comparison));
    console.log(
      `\n  The encoder's own frames were at most ${comparison.source.maxLateMs.toFixed(0)} ms late.`,
    );
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

async function watch(viewer: Viewer, { playbackUrl }: BroadcastServer, source: Tethered): Promise<Viewing> {
  const { longestSegmentS } = await untilRunning(playbackUrl, source);
  return viewer.watch(playbackUrl, longestSegmentS, WATCH_S * 1000);
}

async function untilRunning(url: string, source: Tethered): Promise<RunningPlaylist> {
  const deadlineMs = Date.now() + JOIN_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    const response = await fetch(url);
    const playlist = measurePlaylist(await response.text());
    if (response.ok && playlist.kind === 'running' && playlist.lengthS >= JOIN_AFTER_S) return playlist;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Nothing to play at ${url}\n${source.output()}`);
}

function rowsOf({ ours, peer }: Comparison): Row[] {
  const row = (what: string, figure: (viewing: Viewing) => number, digits: number, unit: string) => {
    const [our, their] = [figure(ours), figure(peer)];
    return { what, ours: our.toFixed(digits) + unit, peer: their.toFixed(digits) + unit, our, their };
  };
  const ages = ({ frames }: Viewing) => frames.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs / 1000]));
  const middle = row('latency, median', (viewing) => median(ages(viewing)), 2, ' s');
  const high = row('latency, 95 of 100 frames', (viewing) => percentile(ages(viewing), 0.95), 2, ' s');
  const stalls = row('stalls', (viewing) => viewing.waits + freezes(viewing), 0, '');
  const withinLimit = { text: `≤ ${MAX_LATENCY_S} s`, met: high.our <= MAX_LATENCY_S };
  return [
    { ...middle, ratio: middle.our / middle.their },
    { ...high, ratio: high.our / high.their, budget: withinLimit },
    { ...stalls, budget: { text: 'none', met: stalls.our === 0 } },
    row('longest still picture', longestGapMs, 0, ' ms'),
    row('first picture after', ({ startMs }) => startMs, 0, ' ms'),
    row('frames seen', ({ frames }) => frames.length, 0, ''),
    row('frames not readable', ({ frames }) => frames.filter(({ ageMs }) => ageMs === null).length, 0, ''),
    row('failures of the player', ({ complaints }) => complaints.length, 0, ''),
  ];
}

const gapsMs = ({ frames }: Viewing): number[] =>
  frames.slice(1).map(({ atMs }, index) => atMs - (frames[index]?.atMs ?? atMs));

const longestGapMs = (viewing: Viewing): number => Math.max(0, ...gapsMs(viewing));

/** Pictures that stood still without the player waiting for data. */
const freezes = (viewing: Viewing): number => gapsMs(viewing).filter((gapMs) => gapMs > FREEZE_MS).length;
