import { startBrowser } from '../test/support/browser/browser.ts';
import { FAKE_DEVICES } from '../test/support/media/fake-camera.ts';
import { measureCosts, type Costs, type CostsOf } from './camera/costs.ts';
import { dollarsOf, PRICES_OF, transcodedMinutes } from './camera/prices.ts';
import { createStreamers } from './camera/streamer.ts';
import { sumOf, type Tally } from './counted/tally.ts';
import { buildWeb } from './site/built-web.ts';
import { median } from './support/statistics.ts';
import { printColumns } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';
import { createViewer } from './support/viewer.ts';
import { agesS, stalls } from './support/viewing.ts';

/** `BENCH_WINDOWS_S` sets others, with commas between. */
const WINDOWS_S = (process.env['BENCH_WINDOWS_S'] || '2,4,10').split(',').map(Number);

const KINDS: readonly CostsOf[] = [
  { way: 'direct' },
  ...WINDOWS_S.map((windowS) => ({ way: 'compatible' as const, windowS })),
];

/** What an hour of a broadcast from the camera takes of AWS: direct, and by the windows in which it is transcoded. Each is printed when it is counted. */
export async function measureCameraCosts(): Promise<void> {
  await using started = new AsyncDisposableStack();
  const folder = temporaryFolder();
  const dist = await buildWeb(folder);
  const browser = await startBrowser(FAKE_DEVICES);
  started.defer(() => browser.close());
  const streamers = await createStreamers(browser);
  const viewer = await createViewer(browser);
  for (const kind of KINDS) printCosts(await measureCosts(kind, { folder, dist, streamers, viewer }));
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

function printCosts({ kind, hour, viewing }: Costs): void {
  const dollars = dollarsOf(hour);
  const total = Object.values(dollars).reduce((sum, amount) => sum + amount, 0);
  printColumns(`An hour of one broadcast with one viewer: ${nameOf(kind)}`, [
    ...Object.entries(costRows).map(([what, figure]) => [what, figure(hour).toFixed(0)]),
    ['latency, median', `${median(agesS(viewing)).toFixed(2)} s`],
    ['stalls', `${stalls(viewing)}`],
  ]);
  printColumns(`… in dollars, by list prices of us-east-1 of ${PRICES_OF}, MediaConvert's for 720p`, [
    ...Object.entries(dollars).map(([service, amount]) => [service, amount.toFixed(4)]),
    ['together', total.toFixed(4)],
  ]);
}

const nameOf = (kind: CostsOf): string => (kind.way === 'direct' ? kind.way : `windows of ${kind.windowS} s`);
