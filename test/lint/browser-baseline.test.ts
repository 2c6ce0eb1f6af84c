/**
 * The built scripts only call functions of the oldest supported browsers in docs/browsers.md: Chrome 111, Firefox 128
 * and Safari 16.4.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Output of `npm run build`; `npm test` builds before it tests. */
const ASSETS = join(import.meta.dirname, '../../web/dist/assets');

/** Newer static functions, with the versions that introduced them (MDN's browser-compat-data). */
const NEWER_STATICS = {
  'AbortSignal.any': 'Chrome 116, Safari 17.4',
  'Array.fromAsync': 'Chrome 121',
  'Error.isError': 'Chrome 134, Firefox 138, Safari 26',
  'Iterator.concat': 'Chrome 146, Firefox 147, Safari 26.4',
  'Iterator.from': 'Chrome 122, Firefox 131, Safari 18.4',
  'Map.groupBy': 'Chrome 117, Safari 17.4',
  'Math.f16round': 'Chrome 135, Firefox 129, Safari 18.2',
  'Math.sumPrecise': 'Chrome 147, Firefox 137, Safari 26.2',
  'Object.groupBy': 'Chrome 117, Safari 17.4',
  'Promise.try': 'Chrome 128, Firefox 134, Safari 18.2',
  'Promise.withResolvers': 'Chrome 119, Safari 17.4',
  'RegExp.escape': 'Chrome 136, Firefox 134, Safari 18.2',
  'ReadableStream.from': 'Chrome 147, Safari 26.4',
  'Uint8Array.fromBase64': 'Chrome 140, Firefox 133, Safari 18.2',
  'Uint8Array.fromHex': 'Chrome 140, Firefox 133, Safari 18.2',
  'URL.canParse': 'Chrome 120, Safari 17',
  'URL.parse': 'Chrome 126, Safari 18',
} as const;

/** Newer constructors. */
const NEWER_CLASSES = {
  AsyncDisposableStack: 'Chrome 134, Firefox 141',
  DisposableStack: 'Chrome 134, Firefox 141',
  'Intl.DurationFormat': 'Chrome 129, Firefox 136',
  SuppressedError: 'Chrome 134, Firefox 141',
} as const;

/** Newer methods with unique names. */
const NEWER_METHODS = {
  checkVisibility: 'Safari 17.4',
  difference: 'Chrome 122, Safari 17',
  getHTML: 'Chrome 125, Safari 18',
  getOrInsert: 'Chrome 145, Firefox 144, Safari 26.2',
  getOrInsertComputed: 'Chrome 145, Firefox 144, Safari 26.2',
  intersection: 'Chrome 122, Safari 17',
  isDisjointFrom: 'Chrome 122, Safari 17',
  isSubsetOf: 'Chrome 122, Safari 17',
  isSupersetOf: 'Chrome 122, Safari 17',
  moveBefore: 'Chrome 133, Firefox 144',
  setHTMLUnsafe: 'Chrome 124, Safari 17.4',
  showPopover: 'Chrome 114, Safari 17',
  startViewTransition: 'Firefox 144, Safari 18',
  symmetricDifference: 'Chrome 122, Safari 17',
  toBase64: 'Chrome 140, Firefox 133, Safari 18.2',
  togglePopover: 'Chrome 114, Safari 17',
  toHex: 'Chrome 140, Firefox 133, Safari 18.2',
  transferToFixedLength: 'Chrome 114, Safari 17.4',
  union: 'Chrome 122, Safari 17',
} as const;

const names = (table: object): string => Object.keys(table).join('|').replaceAll('.', '\\.');

/** Calls without `?.`. A name after a dot belongs to another object. */
const CALLS = new RegExp(
  `(?<![\\w$.])(?:${names(NEWER_STATICS)})\\(|\\bnew (?:${names(NEWER_CLASSES)})\\b|(?<!\\?)\\.(?:${names(NEWER_METHODS)})\\(`,
  'g',
);

const callsIn = (code: string): readonly string[] => code.match(CALLS) ?? [];

/** Calls in libraries that work without them, by script: Radix checks for existence, and React catches the error. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  'dialogs-': ['.checkVisibility('],
  'index-': ['.startViewTransition('],
};

it.each([
  ['const{promise:e}=Promise.withResolvers();', ['Promise.withResolvers(']],
  ['let r=AbortSignal.any([e,t])', ['AbortSignal.any(']],
  ['a.union(b)', ['.union(']],
  ['new Intl.DurationFormat("en")', ['new Intl.DurationFormat']],
  ['e.checkVisibility?.({})', []],
  ['typeof Promise.withResolvers=="function"', []],
  ['my.URL.parse(e)', []],
])('finds the newer calls in %s', (code, found) => {
  expect(callsIn(code)).toEqual(found);
});

it('no script calls what the oldest supported browsers lack', () => {
  expect(existsSync(ASSETS), 'Run `npm run build` first: this reads the scripts of the build').toBe(true);
  const scripts = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  );
  expect(scripts.length).toBeGreaterThan(20);
  const found = scripts.flatMap((name) => {
    const known = Object.entries(KNOWN).find(([part]) => name.includes(part))?.[1] ?? [];
    return callsIn(readFileSync(join(ASSETS, name), 'utf8'))
      .filter((call) => !known.includes(call))
      .map((call) => `${name}: ${call}`);
  });
  expect([...new Set(found)]).toEqual([]);
});
