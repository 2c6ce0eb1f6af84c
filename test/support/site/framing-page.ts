import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { escapeMarkup } from '#shared/plain/text/markup.ts';

/** Returns the address of a page on another site that frames the page at `url`. */
export type FramingPage = (url: string, width?: number, height?: number, sandbox?: string) => string;

/** Starts the other site for the tests of a file. */
export function useFramingPage(): FramingPage {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [url, width, height] = ['url', 'width', 'height'].map((name) =>
      escapeMarkup(searchParams.get(name) ?? ''),
    );
    const sandbox = searchParams.get('sandbox');
    const limits = sandbox === null ? '' : ` sandbox="${escapeMarkup(sandbox)}"`;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>A blog</title><main><h1>A blog</h1>` +
        `<iframe title="A player" src="${url}" width="${width}" height="${height}" allow="autoplay"${limits}></iframe></main></html>`,
    );
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());
  return (url, width = 560, height = 315, sandbox) => {
    const size = { width: String(width), height: String(height) };
    const search = new URLSearchParams({ url, ...size, ...(sandbox !== undefined && { sandbox }) });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/?${search}`;
  };
}
