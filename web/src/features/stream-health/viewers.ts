import type { StreamHealth } from '../../../../shared/stream-health.ts';
import { countOf } from '../../lib/format.ts';

/** "3 viewers", as the last minute counted them. */
export const viewersOf = ({ audience }: Pick<StreamHealth, 'audience'>): string =>
  countOf(audience.at(-1)?.viewers ?? 0, 'viewer');
