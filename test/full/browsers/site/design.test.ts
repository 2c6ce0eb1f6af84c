/**
 * Pictures of /design, compared with those beside this file. They are the same on every machine: the font comes from
 * `node_modules`, and letters are invisible, since each system draws them differently; their boxes stay.
 * `UPDATE_PICTURES=1` writes new ones.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '#test/support/browser/browser.ts';
import { reportPath } from '#test/support/site/reports.ts';

const ORIGIN = 'http://design.test';
const ROOT = join(import.meta.dirname, '../../../..');
const FONTS = join(ROOT, 'node_modules/node-media-server/webadmin/dist/assets');
const TYPES = new Map([
  ['html', 'text/html'],
  ['js', 'text/javascript'],
  ['css', 'text/css'],
  ['svg', 'image/svg+xml'],
]);

const folder = mkdtempSync(join(tmpdir(), 'fanfare-design-'));
let browser: Browser;

beforeAll(async () => {
  await build({
    configFile: join(ROOT, 'web/design.config.ts'),
    logLevel: 'error',
    build: { outDir: folder },
  });
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const fontFaces = (): string =>
  [400, 500, 600, 700]
    .map((weight) => {
      const name = readdirSync(FONTS).find(
        (file) => file.startsWith(`inter-latin-${weight}-normal-`) && file.endsWith('.woff2'),
      )!;
      const font = readFileSync(join(FONTS, name)).toString('base64');
      return `@font-face { font-family: Inter; font-weight: ${weight}; src: url(data:font/woff2;base64,${font}); }`;
    })
    .join('\n');

/** Where colours are forced only the system's colours hide letters. */
const styleOf = (isForced: boolean): string => `
  *, ::before, ::placeholder {
    font-family: Inter !important;
    caret-color: transparent;
    -webkit-text-fill-color: ${isForced ? 'Canvas' : 'transparent'} !important;
  }
  ${isForced ? '[aria-selected=true], [aria-current=page] { -webkit-text-fill-color: Highlight !important; }' : ''}
`;

async function openPage(search: string, isForced = false): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 1024, height: 900 },
    reducedMotion: 'reduce',
    forcedColors: isForced ? 'active' : 'none',
  });
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(folder, pathname.replace(/^\/design\//, '') || 'index.html');
    return existsSync(path)
      ? route.fulfill({ path, contentType: TYPES.get(path.split('.').at(-1)!) ?? 'text/plain' })
      : route.fulfill({ status: 404 });
  });
  await page.goto(`${ORIGIN}/design/${search}`);
  await page.addStyleTag({ content: fontFaces() + styleOf(isForced) });
  await page.getByRole('heading', { level: 1, name: 'Overlays' }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

/** Writes the picture where it is new, or names what differs from the one before. */
async function compare(page: Page, name: string, isWhole: boolean): Promise<readonly string[]> {
  const path = join(import.meta.dirname, 'design', `${name}.png`);
  const picture = await page.screenshot({ fullPage: isWhole, animations: 'disabled' });
  if (process.env['UPDATE_PICTURES']) writeFileSync(path, picture);
  const changes = await changedSpecimens(page, readFileSync(path), picture);
  if (changes.length > 0) writeFileSync(reportPath(`design ${name}`, 'png'), picture);
  return changes;
}

describe('the components are as in their pictures', () => {
  it.each([
    ['dark', '?theme=dark', false],
    ['light', '?theme=light', false],
    ['dark from right to left', '?theme=dark&dir=rtl', false],
    ['light from right to left', '?theme=light&dir=rtl', false],
    ['forced colours', '?theme=dark', true],
  ])('%s', async (name, search, isForced) => {
    const page = await openPage(search, isForced);
    expect(await compare(page, name.replaceAll(' ', '-'), true)).toEqual([]);
    await page.close();
  });

  it.each([
    ['menu', 'Open the menu'],
    ['player-menu', "Open the player's menu"],
    ['dialog', 'Open the dialog'],
    ['question', 'Open the question'],
    ['toast', 'Show the danger toast'],
  ])('an open %s', async (name, button) => {
    const page = await openPage('?theme=light');
    const opener = page.getByRole('button', { name: button });
    await opener.evaluate(hideOtherSpecimens);
    await opener.click();
    await page.locator('[role=menu], [role=dialog], #toasts li').first().waitFor();
    expect(await compare(page, name, false)).toEqual([]);
    await page.close();
  });
});

/** So that a new specimen moves none. */
function hideOtherSpecimens(element: Element): void {
  const own = element.closest('[data-specimen]');
  for (const one of document.querySelectorAll<HTMLElement>('[data-specimen], main > h1'))
    if (one !== own) one.style.display = 'none';
}

it('a change of a corner is found', async () => {
  const page = await openPage('?theme=light');
  await page.addStyleTag({ content: ':root { --radius-card: 1.5rem !important; }' });
  const path = join(import.meta.dirname, 'design', 'light.png');
  const picture = await page.screenshot({ fullPage: true, animations: 'disabled' });
  expect(await changedSpecimens(page, readFileSync(path), picture)).toContain('Card');
  await page.close();
});

/** Of a colour's channel, from 0 to 255: what versions of a browser draw differently at the edges of curves. */
const TOLERANCE = 12;
/** Of the pixels of a specimen. */
const MAX_CHANGED_SHARE = 0.001;

/** The specimens of /design that differ between two pictures of the open `page`, which compares them. */
const changedSpecimens = (page: Page, before: Buffer, after: Buffer): Promise<string[]> =>
  page.evaluate(
    async ({ pictures, tolerance, maxShare }) => {
      const [old, now] = await Promise.all(
        pictures.map(async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          canvas.drawImage(bitmap, 0, 0);
          return canvas.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      const { width, height, data } = now!;
      if (old!.width !== width || old!.height !== height)
        return [`${width} × ${height} in place of ${old!.width} × ${old!.height}`];
      const isChanged = (at: number): boolean =>
        [0, 1, 2].some((channel) => Math.abs(data[at + channel]! - old!.data[at + channel]!) > tolerance);
      const isWhole = height > innerHeight;
      const specimens = [...document.querySelectorAll<HTMLElement>('[data-specimen]')];
      const areas = isWhole
        ? specimens.map((one) => ({ name: one.dataset['specimen']!, box: one.getBoundingClientRect() }))
        : [{ name: 'the window', box: new DOMRect(0, 0, width, height) }];
      return areas.flatMap(({ name, box }) => {
        const [left, top] = [Math.floor(box.left), Math.floor(box.top + (isWhole ? scrollY : 0))];
        let changed = 0;
        for (let y = top; y < Math.min(top + box.height, height); y += 1)
          for (let x = left; x < left + box.width; x += 1) if (isChanged((y * width + x) * 4)) changed += 1;
        return changed > box.width * box.height * maxShare ? [`${name}`] : [];
      });
    },
    {
      pictures: [before, after].map((picture) => picture.toString('base64')),
      tolerance: TOLERANCE,
      maxShare: MAX_CHANGED_SHARE,
    },
  );
