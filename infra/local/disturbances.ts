import type { DeliveryDisturbance } from './events/events.ts';
import type { Disturbance, QueueTimes } from './transcoder/transcoder.ts';

/**
 * How the stand-ins are made to behave as badly as AWS does on its bad days. For tests, which give it as an option of
 * the site that they start; no setting of an operator leads here.
 */
export interface Disturbances {
  /** Of MediaConvert's jobs. */
  readonly transcoder?: Disturbance;
  /** Of EventBridge's deliveries. */
  readonly events?: DeliveryDisturbance;
}

/**
 * MediaConvert at its worst, with its events as EventBridge may bring them: jobs that take 2 to 5 s as a rule, a few
 * a minute, and so end in another order than they began; sound that no picture covers is lost; no event reports the
 * progress of a job; events come late, twice and unordered.
 */
export function worstMediaConvert(queueTimes: QueueTimes): Disturbances {
  const { unitMs = 1000 } = queueTimes;
  return {
    transcoder: { queueTimes, losesUncoveredSound: true, answersGetJob: false },
    events: { delayMs: [0, 2 * unitMs], twice: 0.3 },
  };
}
