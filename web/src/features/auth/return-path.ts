import type { User } from '../../../../shared/people/auth.ts';
import { paths } from '../../lib/paths.ts';

/**
 * Where to go once signed in: the screen that asked for it (`state.from` of /login), else home. Whoever is suspended comes
 * to where that is told, and can be answered.
 */
export function returnPath(state: unknown, { suspension }: Pick<User, 'suspension'>): string {
  if (suspension) return paths.settings();
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined;
  return typeof from === 'string' ? from : paths.home();
}
