import { join } from 'node:path';
import { startBrowser } from '../test/support/browser/browser.ts';
import { FAKE_DEVICES } from '../test/support/media/fake-camera.ts';
import { startBarePipeline } from './camera/bare.ts';
import type { CameraSize } from './camera/drawn-camera.page.ts';
import { fanfarePipeline } from './camera/fanfare.ts';
import { measureRound, type Round, type RoundOptions } from './camera/round.ts';
import { createStreamers } from './camera/streamer.ts';
import { buildWeb } from './support/built-web.ts';
import { startSiteProgram } from './support/running-site.ts';
import { median } from './support/statistics.ts';
import { printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { createViewer } from './support/viewer.ts';
import { agesS, stalls, viewingRows } from './support/viewing.ts';

const WATCH_S = Number(process.env['BENCH_WATCH_S'] ?? 45);
const MAX_LATENCY_S = 7.5;
const HD: CameraSize = { widthPx: 1280, heightPx: 720 };
const SMALL: CameraSize = { widthPx: 640, heightPx: 360 };

/** From a browser's camera to the screens: one broadcast and three at once, beside the least that does the same. */
export async function measureCamera(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const dist = await buildWeb(folder);
  const browser = await startBrowser(FAKE_DEVICES);
  started.defer(() => browser.close());
  const streamers = await createStreamers(browser);
  const viewer = await createViewer(browser);
  const site = await startSiteProgram(join(folder, 'site'), dist);
  started.defer(async () => void (await site.end()));
  const ours = fanfarePipeline({ ...site, streamers, viewer });
  const peer = await startBarePipeline({ folder: join(folder, 'bare'), streamers, viewer });
  started.defer(() => peer.close());
  const compare = async (what: string, options: RoundOptions) => {
    const round = await measureRound(ours, options);
    printRounds(what, round, await measureRound(peer, { ...options, plainViewer: viewer }));
  };
  const watchMs = WATCH_S * 1000;
  await compare('One broadcast of 720p30', { broadcasts: 1, size: HD, watchMs });
  await compare('Three broadcasts of 360p30 at once', { broadcasts: 3, size: SMALL, watchMs });
}

function printRounds(what: string, ours: Round, peer: Round): void {
  const viewings = { ours: ours.viewings, peer: peer.viewings };
  const plain = Math.max(...peer.plainViewings.map((viewing) => median(agesS(viewing))));
  const plainStalls = Math.max(...peer.plainViewings.map(stalls));
  const latencyS = Math.max(...ours.viewings.map((viewing) => median(agesS(viewing))));
  printTable(`${what}, ${WATCH_S} s watched each`, 'bare', [
    ...viewingRows(viewings, MAX_LATENCY_S),
    processorRow('processor, s for each s of a broadcast', ours, peer, ({ allS }) => allS),
    processorRow('… of which ffmpeg', ours, peer, ({ ffmpegS }) => ffmpegS),
    {
      what: 'latency, median, there by hls.js as it comes',
      ours: `${latencyS.toFixed(2)} s`,
      peer: `${plain.toFixed(2)} s`,
      ratio: latencyS / plain,
    },
    { what: 'stalls, there by hls.js as it comes', ours: '', peer: `${plainStalls}` },
  ]);
  const both = (figure: (round: Round) => number, unit: string): string =>
    [ours, peer].map((round) => `${figure(round).toFixed(0)}${unit}`).join(' and ');
  console.log(
    `\n  The machine was ${both(({ machine }) => 100 * machine.busy, ' %')} busy, by other programs ` +
      `${both(({ machine }) => 100 * machine.others, ' %')}; ` +
      `the camera's own frames were at most ${both(({ cameraLateMs }) => cameraLateMs, ' ms')} late.`,
  );
}

function processorRow(
  what: string,
  ours: Round,
  peer: Round,
  figure: (time: Round['processor']) => number,
): Row {
  const [our, their] = [figure(ours.processor), figure(peer.processor)];
  return { what, ours: `${our.toFixed(2)} s`, peer: `${their.toFixed(2)} s`, ratio: our / their };
}
