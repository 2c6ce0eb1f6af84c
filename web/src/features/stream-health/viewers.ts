import type { StreamHealth } from '../../../../shared/live/stream-health.ts';
import { countOf } from '../../lib/words/format.ts';

/** "3 viewers", as the last minute counted them. */
export const viewersOf = ({ audience }: Pick<StreamHealth, 'audience'>): string =>
  countOf(audience.at(-1)?.viewers ?? 0, 'viewer');
