import { ApiFailure, detailOr } from '../../lib/api/api.ts';
import { toastFailure } from '../../ui/overlays/toast.tsx';

/** Raises the toast of a failure (specification §8), and answers its words. */
export function failureToast(title: string, error: unknown, words: string): string {
  // To someone without a connection "Invalid username or password" would be untrue.
  const isOffline = error instanceof ApiFailure && error.code === 'network';
  const description = isOffline ? error.message : detailOr(error, words);
  toastFailure(title, description);
  return description;
}
