/**
 * `node scripts/icons.ts`: draws the icons that phones and older browsers ask for from `web/public/favicon.svg`, with the
 * tests' Chromium. Run it when the mark changes, and commit what it writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startBrowser } from '#test/support/browser/browser.ts';

const PUBLIC = join(import.meta.dirname, '../web/public');
const ICO_SIZES_PX = [16, 32, 48];
/** A launcher may cut a maskable icon down to a circle of four fifths (W3C App Manifest, "Icon masks"). */
const MASKABLE_SCALE = 0.75;

/** The mark's svg element; `isFull` leaves its corners square, for those who cut them round themselves. */
function mark(isFull: boolean): string {
  const svg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
  return isFull ? svg.replace(' rx="7"', '') : svg;
}

async function png(page: Page, svg: string, sizePx: number): Promise<Buffer> {
  await page.setViewportSize({ width: sizePx, height: sizePx });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** An ICO file of PNG images. Its form: a header of 6 bytes, 16 bytes for each image, the images. */
function ico(images: readonly { readonly sizePx: number; readonly data: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, { sizePx, data }] of images.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(sizePx, at);
    header.writeUInt8(sizePx, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(data.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += data.length;
  }
  return Buffer.concat([header, ...images.map(({ data }) => data)]);
}

const browser = await startBrowser();
const page = await browser.newPage();
const write = (name: string, data: Buffer) => writeFileSync(join(PUBLIC, name), data);
const smaller = (svg: string) => svg.replace('scale(.86)', `scale(${MASKABLE_SCALE * 0.86})`);

const images = [];
for (const sizePx of ICO_SIZES_PX) images.push({ sizePx, data: await png(page, mark(false), sizePx) });
write('favicon.ico', ico(images));
write('apple-touch-icon.png', await png(page, mark(true), 180));
write('icon-192.png', await png(page, mark(false), 192));
write('icon-512.png', await png(page, mark(false), 512));
write('icon-maskable-512.png', await png(page, smaller(mark(true)), 512));
await browser.close();
