/** Files share their workers, and `fresh.setup.ts` reloads our modules for each: only `globalThis` lasts longer. */
const made = ((globalThis as { madeOnce?: Map<string, unknown> }).madeOnce ??= new Map<string, unknown>());

/** What `make` returned when a file of this worker first asked for `key`. It must be left as it is. */
export function oncePerWorker<T>(key: string, make: () => T): T {
  if (!made.has(key)) made.set(key, make());
  return made.get(key) as T;
}
