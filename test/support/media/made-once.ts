/** What takes ffmpeg seconds and comes out the same each time: made once, and kept from run to run. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/fanfare-media/', import.meta.url));

/**
 * The path of a file that `make` has written, be it now or long ago: the same for the same `of`, which is all that the
 * file is made of. Its name ends in `ending`, such as `.mp4`. Callers must not change it.
 */
export async function madeOnce(
  of: readonly (string | Uint8Array)[],
  ending: string,
  make: (path: string) => Promise<unknown>,
): Promise<string> {
  const { path, draft } = placeOf(of, ending);
  if (existsSync(path)) return path;
  await make(draft);
  renameSync(draft, path);
  return path;
}

/** The same of a file that is made before anything else goes on. */
export function madeOnceSync(of: readonly string[], ending: string, make: (path: string) => unknown): string {
  const { path, draft } = placeOf(of, ending);
  if (existsSync(path)) return path;
  make(draft);
  renameSync(draft, path);
  return path;
}

/** Others may make the same at the same time: each has a draft of its own, and whole files alone have the name. */
function placeOf(of: readonly (string | Uint8Array)[], ending: string) {
  const hash = createHash('sha256');
  for (const part of of) hash.update(`${part.length} `).update(part);
  const name = hash.digest('hex').slice(0, 32) + ending;
  mkdirSync(KEPT, { recursive: true });
  return { path: join(KEPT, name), draft: join(KEPT, `${process.pid}-${crypto.randomUUID()}-${name}`) };
}

/** The same of what ffmpeg makes by these arguments, which name no files. */
export const filmedOnce = (
  ffmpeg: (...args: readonly string[]) => Promise<unknown>,
  args: readonly string[],
  ending: string,
): Promise<string> => madeOnce(args, ending, (path) => ffmpeg(...args, path));
