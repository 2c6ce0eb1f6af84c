/** A site that only records, with the headers of the real one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'vite';
import { securityHeaders } from '#infra/agreed/security-headers.ts';
import { inlineMessages } from '#web.build/messages.plugin.ts';
import viteConfig from '#web.build/vite.config.ts';

export interface RecorderSite {
  readonly url: string;
  close(): void;
}

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };
const PAGE = join(import.meta.dirname, 'clapper.page.ts');

/** Builds the page with the web app's configuration, into `folder`. */
export async function startRecorderSite(folder: string): Promise<RecorderSite> {
  writeFileSync(join(folder, 'entry.js'), `import '${PAGE}';`);
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><script type="module" src="./entry.js"></script>',
  );
  const { worker, build: options } = viteConfig;
  const outDir = join(folder, 'dist');
  const target = options?.target ?? 'es2023';
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    plugins: [inlineMessages('en')],
    ...(worker && { worker }),
    build: { outDir, target, assetsInlineLimit: 0, minify: false, modulePreload: { polyfill: false } },
  });
  const server = createServer(({ url = '/' }, response) => {
    const name = url === '/' ? 'index.html' : url;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    try {
      const bytes = readFileSync(join(outDir, name));
      response.writeHead(200, { ...securityHeaders({}), 'content-type': type }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
