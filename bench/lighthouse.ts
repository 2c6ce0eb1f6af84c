import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumPath } from '#test/support/browser/browser.ts';
import { startWatchedSite } from './first-picture/watched-site.ts';
import { buildWeb } from './site/built-web.ts';
import { median } from './support/statistics.ts';
import { printColumns } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

/** Downloaded when the benchmark runs: no test and no user needs it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ONLY = process.env['BENCH_ONLY'] ?? '';
const MIN_PERFORMANCE = 90;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
};

/** The used parts of `lighthouse --output=json`. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue: number }>>;
}

/** Lighthouse's scores on a phone with simulated throttling, for the pages that visitors see first. */
export async function measureLighthouse(): Promise<void> {
  const folder = temporaryFolder();
  const site = await startWatchedSite(folder, await buildWeb(folder));
  const pages = {
    Home: `${site.url}/`,
    Browse: `${site.url}/browse`,
    'a live channel': site.channel,
    'a video': `${site.channel}/video/${site.videoId}`,
    'Log In': `${site.url}/login`,
  };
  const lines: string[][] = [];
  for (const [name, url] of Object.entries(pages).filter(([name]) => name.includes(ONLY))) {
    const reports: Report[] = [];
    for (let round = 0; round < ROUNDS; round += 1) reports.push(await inspect(url));
    lines.push([name, ...cellsOf(reports)]);
  }
  await site.end();
  printColumns(`Lighthouse ${LIGHTHOUSE}, mobile, simulated throttling, median of ${ROUNDS}`, [
    ['', ...CATEGORIES, ...Object.keys(METRICS), `performance ≥ ${MIN_PERFORMANCE}`],
    ...lines,
  ]);
}

async function inspect(url: string): Promise<Report> {
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox'];
  const { stdout } = await promisify(execFile)('npm', ['exec', '--yes', LIGHTHOUSE, '--', url, ...flags], {
    env: { ...process.env, CHROME_PATH: chromiumPath() },
    maxBuffer: 100_000_000,
  });
  return JSON.parse(stdout) as Report;
}

function cellsOf(reports: readonly Report[]): string[] {
  const scores = CATEGORIES.map((name) =>
    Math.round(100 * median(reports.map(({ categories }) => categories[name]?.score ?? 0))),
  );
  const metrics = Object.values(METRICS).map((name) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? 0)),
  );
  const [fcp = 0, lcp = 0, tbt = 0, cls = 0] = metrics;
  return [
    ...scores.map(String),
    `${(fcp / 1000).toFixed(1)} s`,
    `${(lcp / 1000).toFixed(1)} s`,
    `${tbt.toFixed(0)} ms`,
    cls.toFixed(3),
    (scores[0] ?? 0) >= MIN_PERFORMANCE ? 'met' : 'MISSED',
  ];
}
