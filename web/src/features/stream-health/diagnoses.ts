/** The condition of a broadcast and its problems. Pure. */
import type { StreamHealth } from '#shared/live/stream-health.ts';
import { CAMERA_RULES } from './camera-rules.ts';
import type { Diagnosis, RecorderFacts, Rule } from './rule.ts';
import { ENCODER_RULES, SOFTWARE_RULES, UNPLAYABLE_RULES } from './software-rules.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** All problems, the most severe first. */
export function diagnosesOf(
  health: StreamHealth,
  recorder: RecorderFacts | null = null,
): readonly Diagnosis[] {
  const { source, arriving, said: announced, rates, pieces, viewers_delay_s: delayS } = health;
  if (source === 'camera') return found(CAMERA_RULES, { pieces, recorder });
  const arrived = arriving && { arriving, announced, rates, delayS };
  const unplayable = [
    ...(announced ? found(ENCODER_RULES, announced) : []),
    ...(arrived ? found(UNPLAYABLE_RULES, arrived) : []),
  ];
  if (unplayable.length > 0 || !arrived) return unplayable;
  return found(SOFTWARE_RULES, arrived);
}

function found<Facts>(rules: readonly Rule<Facts>[], facts: Facts): readonly Diagnosis[] {
  const all = rules.flatMap((rule) => rule(facts) || []);
  return all.toSorted((a, b) => (a.severity === b.severity ? 0 : a.severity === 'bad' ? -1 : 1));
}

/** `off`: not live. `waiting`: no picture arrives. */
export type Condition = 'off' | 'waiting' | 'measuring' | 'well' | 'mild' | 'bad';

export function conditionOf(health: StreamHealth, diagnoses: readonly Diagnosis[]): Condition {
  if (health.source === null) return 'off';
  if (diagnoses[0]) return diagnoses[0].severity;
  if (health.receiving_since === null) return 'waiting';
  return health.arriving ? 'well' : 'measuring';
}

export const CONDITION_TEXTS: Readonly<Record<Exclude<Condition, 'waiting'>, string>> = {
  off: t('streamHealth.notLive'),
  measuring: t('streamHealth.measuring'),
  well: t('streamHealth.good'),
  mild: t('streamHealth.fair'),
  bad: t('streamHealth.bad'),
};
