import { paths } from '../../lib/paths.ts';

/** Where to go once signed in: the screen that asked for it (`state.from` of /login), else home. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' ? from : paths.home();
}
