import { startBrowser } from '../test/support/browser/browser.ts';
import { FAKE_DEVICES } from '../test/support/media/fake-camera.ts';
import { measureCosts, type Costs, type CostsOf } from './camera/costs.ts';
import { dollarsOf, PRICES_OF, transcodedMinutes } from './camera/prices.ts';
import { createStreamers } from './camera/streamer.ts';
import { sumOf, type Tally } from './camera/tally.ts';
import { buildWeb } from './support/built-web.ts';
import { median } from './support/statistics.ts';
import { printColumns } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { createViewer } from './support/viewer.ts';
import { agesS, stalls } from './support/viewing.ts';

const KINDS: readonly CostsOf[] = [
  { way: 'direct' },
  ...[2, 4, 10].map((windowS) => ({ way: 'compatible' as const, windowS })),
];

/** What an hour of a broadcast from the camera takes of AWS: direct, and by the windows in which it is transcoded. */
export async function measureCameraCosts(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const dist = await buildWeb(folder);
  const browser = await startBrowser(FAKE_DEVICES);
  started.defer(() => browser.close());
  const streamers = await createStreamers(browser);
  const viewer = await createViewer(browser);
  const costs: Costs[] = [];
  for (const kind of KINDS) costs.push(await measureCosts(kind, { folder, dist, streamers, viewer }));
  printCosts(costs);
}

const costRows: Readonly<Record<string, (hour: Tally) => number>> = {
  'MediaConvert: jobs': (hour) => sumOf(hour, 'jobs'),
  'MediaConvert: minutes billed': transcodedMinutes,
  'MediaConvert: pictures': (hour) => sumOf(hour, 'pictures'),
  'S3: writes and lists': (hour) => sumOf(hour, 'S3 write'),
  'S3: reads': (hour) => sumOf(hour, 'S3 read'),
  'S3: reads of the CDN': (hour) => sumOf(hour, 'S3 play'),
  'HTTP API: requests of the recorder': (hour) => sumOf(hour, 'invocations recorder'),
  'HTTP API: requests for the playlist': (hour) => sumOf(hour, 'invocations playlist'),
  'EventBridge: events': (hour) => sumOf(hour, 'invocations work'),
  'Lambda: seconds of the recorder': (hour) => sumOf(hour, 'seconds recorder'),
  'Lambda: seconds for the playlist': (hour) => sumOf(hour, 'seconds playlist'),
  'Lambda: seconds for events': (hour) => sumOf(hour, 'seconds work'),
  'DynamoDB: units written': (hour) => sumOf(hour, 'written recorder', 'written work', 'written playlist'),
  'DynamoDB: units read': (hour) => sumOf(hour, 'read recorder', 'read work'),
  'DynamoDB: units read for the playlist': (hour) => sumOf(hour, 'read playlist'),
  'DynamoDB: conditional writes refused': (hour) => sumOf(hour, 'refused'),
};

function printCosts(costs: readonly Costs[]): void {
  const lines = Object.entries(costRows).map(([what, figure]) => [
    what,
    ...costs.map(({ hour }) => figure(hour).toFixed(0)),
  ]);
  const latencies = costs.map(({ viewing }) => `${median(agesS(viewing)).toFixed(2)} s`);
  const stalled = costs.map(({ viewing }) => `${stalls(viewing)}`);
  const names = costs.map(({ kind }) => (kind.way === 'direct' ? 'direct' : `windows of ${kind.windowS} s`));
  printColumns('An hour of one broadcast with one viewer', [
    ['', ...names],
    ...lines,
    ['latency, median', ...latencies],
    ['stalls', ...stalled],
  ]);
  const dollars = costs.map(({ hour }) => dollarsOf(hour));
  const services = Object.keys(dollars[0] ?? {});
  const total = dollars.map((each) => Object.values(each).reduce((sum, amount) => sum + amount, 0));
  printColumns(`… in dollars, by list prices of us-east-1 of ${PRICES_OF}, MediaConvert's for 720p`, [
    ['', ...names],
    ...services.map((service) => [service, ...dollars.map((each) => (each[service] ?? 0).toFixed(4))]),
    ['together', ...total.map((amount) => amount.toFixed(4))],
  ]);
}
