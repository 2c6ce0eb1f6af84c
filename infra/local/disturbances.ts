import type { DeliveryDisturbance } from './events/events.ts';
import type { CreateRate, Disturbance } from './transcoder/transcoder.ts';

/**
 * How the stand-ins are made to behave as badly as AWS does on its bad days. For tests, which give it as an option of
 * the site that they start; no setting of an operator leads here.
 */
export interface Disturbances {
  /** Of MediaConvert's jobs. */
  readonly transcoder?: Disturbance;
  /** At which MediaConvert throttles; AWS's own is 5 a second with a burst of 100. @default no limit */
  readonly createRate?: CreateRate;
  /** Of EventBridge's deliveries. */
  readonly events?: DeliveryDisturbance;
}
