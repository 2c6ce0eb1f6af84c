import { join } from 'node:path';
import { build, type Plugin } from 'vite';

/** Builds the current web app, optionally with another segment length, into a folder in `folder`, and returns that. */
export async function buildWeb(folder: string, segmentMs?: number): Promise<string> {
  const outDir = join(folder, 'web');
  const root = join(import.meta.dirname, '../../web');
  const plugins = segmentMs === undefined ? [] : [segmentsOf(segmentMs)];
  await build({ root, plugins, logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}

const LENGTH = 'export const SEGMENT_MS = 1000;';

/** Changes the constant with the length of a recorder's segments. */
const segmentsOf = (segmentMs: number): Plugin => ({
  name: 'fanfare:segment-length',
  enforce: 'pre',
  transform: (code, id) => {
    if (!id.endsWith('/shared/limits.ts')) return undefined;
    if (!code.includes(LENGTH)) throw new Error(`${id} has no '${LENGTH}'`);
    return { code: code.replace(LENGTH, `export const SEGMENT_MS = ${segmentMs};`), map: null };
  },
});
