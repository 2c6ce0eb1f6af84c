import type { Language } from '../../../messages/languages.ts';
import type { notifications } from '../../../messages/server/notifications.ts';
import type { translator } from '../../../messages/translator.ts';
import type { PlanTiming } from '../../../shared/people/news.ts';
import { timingValues } from '../../../shared/plain/plan-timing.ts';

export type Translate = ReturnType<typeof translator<typeof notifications>>;

/**
 * When a planned broadcast takes place, in its own time zone, because the reader's is unknown: “Every Monday and Friday
 * at 8:00 PM (Europe/Berlin), until January 30, 2027”.
 */
export function timingText(t: Translate, language: Language, timing: PlanTiming): string {
  const { once, repeated } = timingValues(timing, language);
  return once ? t('schedules.timingOnce', once) : t('schedules.timingRepeated', repeated);
}
