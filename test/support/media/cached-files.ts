/** Caches files that ffmpeg takes seconds to create and that are always equal, across runs. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../../node_modules/.cache/fanfare-media/', import.meta.url));

/**
 * Returns the path of a file that `make` has written now or earlier. `of` is the cache key and must contain everything
 * that the file depends on. The name ends in `ending`, for example `.mp4`. Callers must not change the file.
 */
export async function cachedFile(
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

/** The synchronous version. */
export function cachedFileSync(
  of: readonly string[],
  ending: string,
  make: (path: string) => unknown,
): string {
  const { path, draft } = placeOf(of, ending);
  if (existsSync(path)) return path;
  make(draft);
  renameSync(draft, path);
  return path;
}

/** Others may create the same file at the same time: each writes a draft, which is then renamed. */
function placeOf(of: readonly (string | Uint8Array)[], ending: string) {
  const hash = createHash('sha256');
  for (const part of of) hash.update(`${part.length} `).update(part);
  const name = hash.digest('hex').slice(0, 32) + ending;
  mkdirSync(KEPT, { recursive: true });
  return { path: join(KEPT, name), draft: join(KEPT, `${process.pid}-${crypto.randomUUID()}-${name}`) };
}

/** Caches the output of ffmpeg with these arguments, which must not name files. */
export const cachedMedia = (
  ffmpeg: (...args: readonly string[]) => Promise<unknown>,
  args: readonly string[],
  ending: string,
): Promise<string> => cachedFile(args, ending, (path) => ffmpeg(...args, path));
