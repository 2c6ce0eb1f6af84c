import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createApi } from '#demo/api.ts';
import { cast } from '#demo/cast/cast.ts';
import { fillSite } from '#demo/fill.ts';
import { startBrowser } from '#test/support/browser/browser.ts';
import { visibleContentOf, startBarePage } from './first-load/bare-page.ts';
import { load, type LoadConditions, type Load } from './first-load/load.ts';
import { buildWeb } from './site/built-web.ts';
import { startSiteProgram } from './site/running-site.ts';
import { median } from './support/statistics.ts';
import { printColumns, printTable, type Row } from './support/table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const WIDTHS_PX = [390, 1440];
const PASSWORD = 'turning-and-turning-3';
const MAX_LAYOUT_SHIFT = 0;

interface Subject {
  readonly name: string;
  readonly url: string;
}

interface Pair {
  readonly ours: readonly Load[];
  readonly bare: readonly Load[];
}

/** The first load of Home and of a channel, next to a plain page with the same pictures and texts; alternating. */
export async function measureFirstLoad(): Promise<void> {
  const folder = temporaryFolder();
  const web = await buildWeb(folder);
  const clean = await startSiteIn(folder, 'clean', web);
  const filled = await startSiteIn(folder, 'filled', web);
  const [first, someone] = cast;
  if (!first || !someone) throw new Error('The demo has no cast');
  await signUp(clean.url, someone.username);
  await fillSite(createApi(filled.url, new AbortController().signal), PASSWORD, () => {});
  const subjects = [clean, filled].flatMap(({ name, url }): Subject[] => [
    { name: `Home, ${name}`, url },
    { name: `a channel, ${name}`, url: `${url}/channel/${someone.username}` },
  ]);
  const browser = await startBrowser();
  for (const isSlow of [false, true]) await measureAt(browser, subjects, isSlow);
  await browser.close();
  await Promise.all([clean.end(), filled.end()]);
}

async function startSiteIn(folder: string, name: string, web: string) {
  const path = join(folder, name);
  mkdirSync(path);
  return { ...(await startSiteProgram(path, web)), name: `${name} site` };
}

async function signUp(siteUrl: string, username: string): Promise<void> {
  const api = createApi(siteUrl, new AbortController().signal);
  const body = { username, email: `${username}@fans.example`, password: PASSWORD };
  await api.call('POST /auth/signup', { body });
}

async function measureAt(browser: Browser, subjects: readonly Subject[], isSlow: boolean): Promise<void> {
  const measured: { readonly what: string; readonly pair: Pair }[] = [];
  for (const { name, url } of subjects)
    for (const widthPx of WIDTHS_PX)
      measured.push({
        what: `${name}, ${widthPx} px`,
        pair: await byTurns(browser, url, { widthPx, isSlow }),
      });
  const how = isSlow ? 'over "Fast 3G" on a processor four times slower' : 'as fast as the machine is';
  printTable(
    `Largest contentful paint ${how}: median of ${ROUNDS}`,
    'bare page',
    measured.map(({ what, pair }) => paintRow(what, pair)),
  );
  printColumns('Requests and bytes', [
    ['', 'requests', 'JavaScript', 'CSS', 'requests of the bare page'],
    ...measured.map(({ what, pair }) => costCells(what, pair)),
  ]);
}

async function byTurns(browser: Browser, url: string, circumstances: LoadConditions): Promise<Pair> {
  // The first visit warms the site up, and determines the content of the plain page.
  const { seen } = await load(browser, url, { ...circumstances, isSlow: false }, visibleContentOf);
  const bare = await startBarePage(seen);
  const pair = { ours: [] as Load[], bare: [] as Load[] };
  const turns = [
    async () => pair.ours.push(await load(browser, url, circumstances, nothing)),
    async () => pair.bare.push(await load(browser, bare.url, circumstances, nothing)),
  ];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const turn of round % 2 ? turns.toReversed() : turns) await turn();
  await bare.close();
  return pair;
}

const nothing = async (): Promise<void> => {};
const middle = (loads: readonly Load[], figure: (load: Load) => number): number => median(loads.map(figure));
const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const inKb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

function paintRow(what: string, { ours, bare }: Pair): Row {
  const [oursMs, bareMs] = [ours, bare].map((loads) => middle(loads, ({ largestPaintMs }) => largestPaintMs));
  if (oursMs === undefined || bareMs === undefined) throw new Error('Nothing was measured');
  const shift = Math.max(...ours.map(({ layoutShift }) => layoutShift));
  const budget = { text: `layout shift ${shift.toFixed(3)}`, met: shift <= MAX_LAYOUT_SHIFT };
  return { what, ours: inSeconds(oursMs), peer: inSeconds(bareMs), ratio: oursMs / bareMs, budget };
}

const costCells = (what: string, { ours, bare }: Pair): string[] => [
  what,
  `${middle(ours, ({ requests }) => requests)}`,
  inKb(middle(ours, ({ scriptBytes }) => scriptBytes)),
  inKb(middle(ours, ({ styleBytes }) => styleBytes)),
  `${middle(bare, ({ requests }) => requests)}`,
];
