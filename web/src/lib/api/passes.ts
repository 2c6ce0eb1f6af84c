/** Viewing passes. Chat listening and viewer counting share a channel's pass. */
import type { PassKind } from '#shared/people/passes.ts';
import { setBounded } from '#shared/plain/bounded.ts';
import { call } from './api.ts';

interface Kept {
  readonly pass: Promise<string>;
  renewAtMs: number;
}

const MAX_KEPT = 100;

const kept = new Map<string, Kept>();

const isFresh = ({ renewAtMs }: Kept): boolean => performance.now() < renewAtMs;

/** Uses any cached pass, otherwise one for the lists. Throws as `showPass`. */
export function showAnyPass<T>(show: (pass: string) => Promise<T>): Promise<T> {
  const [kind, id] = [...kept].find(([, known]) => isFresh(known))?.[0].split(' ') ?? ['lists', ''];
  return showPass(kind as PassKind, id!, show);
}

/**
 * Uses a cached pass or requests one before expiry. Drops a refused pass. Throws what `show` throws, and
 * `ApiFailure`.
 */
export async function showPass<T>(
  kind: PassKind,
  id: string,
  show: (pass: string) => Promise<T>,
): Promise<T> {
  const key = `${kind} ${id}`;
  const known = kept.get(key);
  const { pass } = known && isFresh(known) ? known : requestPass(key, kind, id);
  return pass.then(show).catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
}

function requestPass(key: string, kind: PassKind, id: string): Kept {
  const answer =
    kind === 'lists'
      ? call('POST /passes/lists')
      : call('POST /passes/{kind}/{id}', { params: { kind, id } });
  const requested: Kept = { pass: answer.then(({ pass }) => pass), renewAtMs: Infinity };
  setBounded(kept, key, requested, MAX_KEPT);
  answer.then(
    ({ renew_after_ms }) => (requested.renewAtMs = performance.now() + renew_after_ms),
    () => {},
  );
  return requested;
}
