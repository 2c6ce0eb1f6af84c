import { join } from 'node:path';
import { build } from 'vite';

/** Builds the web as it is now into a folder in `folder`, and answers that. */
export async function buildWeb(folder: string): Promise<string> {
  const outDir = join(folder, 'web');
  const root = join(import.meta.dirname, '../../web');
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}
