import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { readMessages } from '#messages/catalogue.ts';
import { escapeMarkup } from '#shared/plain/text/markup.ts';
import { documentName, LANGUAGES } from '#messages/languages.ts';

/** What `npm run build` has written; `npm test` builds before it tests. */
const DIST = join(import.meta.dirname, '../../web/dist');

/** A word that stands in zod's code and nowhere else. */
const ZOD_SIGN = 'invalid_type';

const MAX_JS_BYTES = 109_000;
const MAX_CSS_BYTES = 15_550;
/** Of all screens, which an open page fetches in advance. */
const MAX_SCREENS_BYTES = 482_000;

const read = (name: string): string => readFileSync(join(DIST, name), 'utf8');
/** As CloudFront compresses: gzip at its usual level. */
const gzipBytes = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(DIST, name)), { level: 6 }).length, 0);

/** Everything that a browser fetches for these scripts before the first of them runs. */
function withStaticImports(entries: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    // Minified: `import{a as b}from"./x.js"`, `import"./x.js"`, `export*from"./x.js"`; a lazy one has a bracket.
    const imports = read(name).matchAll(/(?:\bfrom|\bimport)\s*["'](\.[^"']+\.js)["']/g);
    for (const [, path = ''] of imports) visit(join(dirname(name), path));
  };
  entries.forEach(visit);
  return [...found];
}

/** The scripts and styles that a document names. */
function filesOf(document: string) {
  const html = read(document);
  const addresses = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, path = '']) => path.slice(1));
  const scripts = withStaticImports(addresses(/<(?:script|link)\b[^>]*(?:src|href)="([^"]+\.js)"/g));
  return { scripts, styles: addresses(/<link\b[^>]*href="([^"]+\.css)"/g) };
}

beforeAll(() => {
  if (!existsSync(join(DIST, 'index.html'))) throw new Error('There is no web/dist: run `npm run build`');
});

/** The scripts of a language, in the folder that its document names, and those that all languages share. */
function allScripts(language: string): string[] {
  const { scripts } = filesOf(documentName(language));
  const folder = dirname(scripts.find((name) => /^assets\/.+\//.test(name))!);
  return ['assets', folder].flatMap((from) =>
    readdirSync(join(DIST, from))
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(from, name)),
  );
}

describe.each(LANGUAGES)('the first load of Home in $name', ({ tag }) => {
  let scripts: string[];
  let styles: string[];
  beforeAll(() => {
    ({ scripts, styles } = filesOf(documentName(tag)));
  });

  it('has a document in this language', () => {
    const html = read(documentName(tag));
    expect(html).toContain(`<html lang="${tag}"`);
    for (const key of ['site.description', 'site.noScript', 'app.oldBrowser'])
      expect(html).toContain(escapeMarkup(String(readMessages(tag).get(key))));
    expect(html).not.toContain('message:');
  });

  it('contains Home and no other screen', () => {
    const code = scripts.map(read).join('');
    const texts = readMessages(tag);
    const ofDashboard = texts.get('streaming.noCredentials');
    expect(code).toContain(texts.get('home.liveLoadFailed'));
    expect(code).toContain('createRoot');
    expect(code).not.toContain(ofDashboard);
    expect(allScripts(tag).map(read).join('')).toContain(ofDashboard);
    expect(scripts.length).toBeLessThan(allScripts(tag).length);
    expect(styles).toHaveLength(1);
  });

  it('has the compressed JavaScript that its bound allows', () => {
    expect(gzipBytes(scripts)).toBeLessThanOrEqual(MAX_JS_BYTES);
  });

  it('has the compressed CSS that its bound allows', () => {
    expect(gzipBytes(styles)).toBeLessThanOrEqual(MAX_CSS_BYTES);
  });

  it.each([
    ['hls.js', 'hlsManifestLoading'],
    ['the client of AppSync Events', 'aws-appsync-event-ws'],
    ['zod', ZOD_SIGN],
  ])('does not contain %s', (_, sign) => {
    expect(scripts.map(read).join('')).not.toContain(sign);
  });
});

describe.each(LANGUAGES)('the texts of errors in $name', ({ tag }) => {
  const text = readMessages(tag).get('errors.video_codec') as string;
  const having = (scripts: readonly string[]) => scripts.map(read).filter((code) => code.includes(text));

  it('are in one script, which the first load does not contain', () => {
    expect(having(allScripts(tag))).toHaveLength(1);
    expect(having(filesOf(documentName(tag)).scripts)).toEqual([]);
  });
});

describe('the lazy chunks', () => {
  const parts = () => allScripts('en').map(read);

  it('are small enough to fetch every screen in advance', () => {
    const screens = allScripts('en').filter((name) => /\.page-[^/]+$/.test(name));
    expect(screens.length).toBeGreaterThan(20);
    const bytes = gzipBytes(withStaticImports(screens));
    expect(bytes).toBeLessThanOrEqual(MAX_SCREENS_BYTES);
  });

  it.each([
    ['hls.js', 'hlsManifestLoading'],
    ['the client of AppSync Events', 'aws-appsync-event-ws'],
  ])('include %s, as its marker proves', (_, sign) => {
    expect(parts().filter((code) => code.includes(sign)).length).toBeGreaterThan(0);
  });

  it('do not contain zod', () => {
    const core = dirname(createRequire(import.meta.url).resolve('zod/v4/core'));
    const zod = readFileSync(join(core, 'schemas.cjs'), 'utf8');
    expect(zod).toContain(ZOD_SIGN);
    expect(parts().filter((code) => code.includes(ZOD_SIGN))).toEqual([]);
  });
});
