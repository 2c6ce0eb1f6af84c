import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { listen } from '#infra/local/system/listen.ts';

/** The visible part of a page: its pictures with their positions in px, and its texts. */
export interface VisibleContent {
  readonly pictures: readonly {
    readonly url: string;
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  }[];
  readonly words: string;
}

export interface BarePage {
  readonly url: string;
  close(): Promise<void>;
}

/** Returns the visible part of the current page. */
export const visibleContentOf = (page: Page): Promise<VisibleContent> =>
  page.evaluate(() => {
    const pictures = [...document.images].flatMap((picture) => {
      const { left, top, width, height } = picture.getBoundingClientRect();
      return width > 0 && top < innerHeight ? [{ url: picture.currentSrc, left, top, width, height }] : [];
    });
    return { pictures, words: document.querySelector('main')?.innerText ?? '' };
  });

/**
 * A minimal baseline with the same content: one document with the same pictures in the same positions and the same
 * texts, and one script that does nothing. The pictures are downloaded in advance and served from memory.
 */
export async function startBarePage({ pictures, words }: VisibleContent): Promise<BarePage> {
  const files = new Map<string, { readonly type: string; readonly body: Buffer }>();
  const add = (path: string, type: string, body: string | Buffer) =>
    files.set(path, { type, body: Buffer.from(body) });
  const images: string[] = [];
  for (const [index, { url, left, top, width, height }] of pictures.entries()) {
    const response = await fetch(url);
    const type = response.headers.get('content-type') ?? '';
    add(`/picture-${index}`, type, Buffer.from(await response.arrayBuffer()));
    const place = `left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    images.push(`<img src="/picture-${index}" alt="" style="position:absolute;object-fit:cover;${place}">`);
  }
  add('/script.js', 'text/javascript', 'document.title = "A bare page";');
  add('/', 'text/html; charset=utf-8', documentOf(words, images));
  const server = createServer(({ url = '' }, response) => {
    const file = files.get(url);
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body);
  });
  const { endpoint, close } = await listen(server, { host: '127.0.0.1', port: 0 });
  return { url: `${endpoint}/`, close };
}

const documentOf = (words: string, pictures: readonly string[]): string =>
  [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">',
    `<script src="/script.js" defer></script><main><p>${escaped(words)}</p></main>`,
    ...pictures,
  ].join('\n');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
