import type { DeliveryDisturbance } from './events/events.ts';
import type { Disturbance, QueueTimes } from './transcoder/transcoder.ts';

/**
 * Faults that the stand-ins simulate, as AWS has them on bad days. For tests, which pass them as an option of the site;
 * no operator's setting enables them.
 */
export interface Disturbances {
  /** Faults of MediaConvert's jobs. */
  readonly transcoder?: Disturbance;
  /** Faults of EventBridge's deliveries. */
  readonly events?: DeliveryDisturbance;
}

/**
 * MediaConvert at its worst, with EventBridge's delivery faults: most jobs take 2 to 5 s, a few take a minute, so they
 * finish out of order; audio without video is lost; no event reports a job's progress; events arrive late, twice and
 * out of order.
 */
export function worstMediaConvert(queueTimes: QueueTimes): Disturbances {
  const { unitMs = 1000 } = queueTimes;
  return {
    transcoder: { queueTimes, losesUncoveredSound: true, answersGetJob: false },
    events: { delayMs: [0, 2 * unitMs], twice: 0.3 },
  };
}
