import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { listen } from '../../infra/local/listen.ts';
import type { Viewing } from './viewer.page.ts';

export interface Viewer {
  /** Watches for `lengthMs` from the first frame. Rejects when none comes. */
  watch(url: string, segmentS: number, lengthMs: number): Promise<Viewing>;
  close(): Promise<void>;
}

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** Starts a headless Chromium, and the page in it that plays through the web's own hls.js settings. */
export async function startViewer(): Promise<Viewer> {
  if (!existsSync(CHROMIUM)) throw new Error('There is no Chromium; set CHROMIUM_PATH to one');
  const script = await bundlePage();
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><title>Viewer</title><body></body>');
  });
  const site = await listen(server, { host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  return {
    watch: async (url, segmentS, lengthMs) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
      await page.goto(site.endpoint);
      await page.addScriptTag({ content: script });
      const viewing = await page.evaluate(
        ([url, segmentS, lengthMs]) => globalThis.watch(url, segmentS, lengthMs),
        [url, segmentS, lengthMs] as const,
      );
      await page.close();
      return viewing;
    },
    close: async () => {
      await browser.close();
      await site.close();
    },
  };
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'viewer.page.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
