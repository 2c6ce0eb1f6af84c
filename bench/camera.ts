import { join } from 'node:path';
import { startBrowser } from '#test/support/browser/browser.ts';
import { FAKE_DEVICES } from '#test/support/media/fake-camera.ts';
import { startBareCompatible, startBareDirect } from './camera/bare.ts';
import type { CameraSize } from './camera/drawn-camera.page.ts';
import { fanfarePipeline } from './camera/fanfare.ts';
import { printRounds } from './camera/print-rounds.ts';
import type { Pipeline } from './camera/pipeline.ts';
import { startCpuLoad } from './camera/cpu-load.ts';
import { measureRound, type Round } from './camera/round.ts';
import { createStreamers } from './camera/streamer.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import { percentile } from './support/statistics.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { createViewer } from './support/viewer.ts';
import { delaysS } from './support/viewing.ts';

const WATCH_S = Number(process.env['BENCH_WATCH_S'] ?? 45);
/** For the peers, and the compatible way. */
const PEER_WATCH_S = Math.min(WATCH_S, 25);

/** Number of rounds of one broadcast of 720p30 the direct way, and nothing else, for experiments. */
const DIRECT_ROUNDS = Number(process.env['BENCH_DIRECT_ROUNDS'] ?? 0);
/** Number of rounds of one broadcast of 720p30 the compatible way and its peer, and nothing else. */
const COMPATIBLE_ROUNDS = Number(process.env['BENCH_COMPATIBLE_ROUNDS'] ?? 0);
/** Length of /go-live's segments. @default that of the product */
const SEGMENT_MS = Number(process.env['BENCH_SEGMENT_MS'] ?? 0) || undefined;

const DIRECT = { latencyS: 3.2, startMs: 1500, processorS: 0.05 };
const DIRECT_WHILE_BUSY_S = 3.8;
/** For several broadcasts at once, in addition to the time of one. */
const FOR_SEVERAL_S = 0.3;
const COMPATIBLE = { latencyS: 7.5 };

const HD: CameraSize = { widthPx: 1280, heightPx: 720 };
const SMALL: CameraSize = { widthPx: 640, heightPx: 360 };

/** From a browser's camera to the screens, both ways, each next to a minimal baseline. */
export async function measureCamera(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const dist = await buildWeb(folder, SEGMENT_MS);
  const browser = await startBrowser(FAKE_DEVICES);
  started.defer(() => browser.close());
  const streamers = await createStreamers(browser);
  const viewer = await createViewer(browser);
  const site = await startSiteProgram(join(folder, 'site'), dist);
  started.defer(async () => void (await site.end()));
  const fanfare = { ...site, streamers, viewer };
  const [direct, compatible] = [fanfarePipeline('direct', fanfare), fanfarePipeline('compatible', fanfare)];
  const one = { broadcasts: 1, size: HD };
  if (DIRECT_ROUNDS > 0) {
    const rounds: Round[] = [];
    while (rounds.length < DIRECT_ROUNDS) rounds.push(await watch(direct, one, WATCH_S));
    return printRounds('Direct: one broadcast of 720p30', rounds, [], DIRECT);
  }
  const bareCompatible = await startBareCompatible(join(folder, 'bare'), { streamers, viewer });
  started.defer(() => bareCompatible.close());
  if (COMPATIBLE_ROUNDS > 0) {
    const [ours, bare]: [Round[], Round[]] = [[], []];
    while (ours.length < COMPATIBLE_ROUNDS) {
      ours.push(await watch(compatible, one, PEER_WATCH_S));
      bare.push(await watch(bareCompatible, one, PEER_WATCH_S));
    }
    return printRounds('Compatible: one broadcast of 720p30', ours, bare, COMPATIBLE);
  }
  const bareDirect = await startBareDirect({ streamers, viewer });
  started.defer(() => bareDirect.close());

  const three = { broadcasts: 3, size: SMALL };
  const rounds = {
    direct: await twice(() => watch(direct, one, WATCH_S)),
    bareDirect: [await watch(bareDirect, one, PEER_WATCH_S)],
    compatible: [await watch(compatible, one, PEER_WATCH_S)],
    bareCompatible: [await watch(bareCompatible, one, PEER_WATCH_S)],
  };
  printRounds('Direct: one broadcast of 720p30, twice', rounds.direct, rounds.bareDirect, DIRECT);
  printRounds('Compatible: one broadcast of 720p30', rounds.compatible, rounds.bareCompatible, COMPATIBLE);
  const together = {
    direct: [await watch(direct, three, WATCH_S)],
    bareDirect: [await watch(bareDirect, three, PEER_WATCH_S)],
    compatible: [await watch(compatible, three, PEER_WATCH_S)],
    bareCompatible: [await watch(bareCompatible, three, PEER_WATCH_S)],
  };
  const latencyS = Math.max(...rounds.direct.map(highS)) + FOR_SEVERAL_S;
  printRounds('Direct: three broadcasts of 360p30 at once', together.direct, together.bareDirect, {
    ...DIRECT,
    latencyS,
  });
  printRounds(
    'Compatible: three of 360p30 at once',
    together.compatible,
    together.bareCompatible,
    COMPATIBLE,
  );

  const other = startCpuLoad();
  started.defer(() => other.end());
  const busy = [await watch(direct, one, WATCH_S)];
  const bareBusy = [await watch(bareDirect, one, PEER_WATCH_S)];
  printRounds('Direct: one broadcast of 720p30 while x264 keeps one core busy', busy, bareBusy, {
    latencyS: DIRECT_WHILE_BUSY_S,
  });
}

const watch = (
  pipeline: Pipeline,
  what: { readonly broadcasts: number; readonly size: CameraSize },
  watchS: number,
): Promise<Round> => measureRound(pipeline, { ...what, watchMs: watchS * 1000 });

async function twice(measure: () => Promise<Round>): Promise<readonly Round[]> {
  return [await measure(), await measure()];
}

const highS = ({ viewings }: Round): number =>
  Math.max(...viewings.map((viewing) => percentile(delaysS(viewing), 0.95)));
