import { randomUUID } from 'node:crypto';
import type { LambdaName } from '#functions/lambdas.ts';
import { matches } from '#infra/agreed/event-pattern.ts';
import { TICK_MINUTES, type BusRule } from '#infra/agreed/event-rules.ts';
import type { BusEvent, RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../aws/credentials.ts';
import { deliveryDelaysMs, type DeliveryDisturbance } from './delivery-disturbance.ts';

export type { DeliveryDisturbance } from './delivery-disturbance.ts';

/**
 * Delays before the retries of a failed delivery, in ms. After the last one the event is dropped and logged. A tick is
 * not retried, because the next one follows.
 */
const RETRY_DELAYS_MS = [500, 2000, 8000];

export interface LocalEvents {
  /** Raises an event as AWS services do. */
  raise(event: RaisedEvent): void;
  close(): void;
}

export interface LocalEventsOptions {
  readonly rules: readonly BusRule[];
  /** Delivers a matching event or the tick to a Lambda. */
  readonly deliver: (event: BusEvent, lambda: LambdaName) => Promise<unknown>;
  /** Called with an event that could not be delivered. */
  readonly onDropped: (event: BusEvent, error: unknown, lambda: LambdaName) => void;
  /** @default a minute, as in AWS */
  readonly tickMs?: number;
  /** @default every event is delivered immediately, and once */
  readonly disturbance?: DeliveryDisturbance;
}

/** Starts the stand-in for EventBridge: the stack's rules, at-least-once delivery, and the minute tick. */
export function startEvents(options: LocalEventsOptions): LocalEvents {
  const { rules, deliver, onDropped, tickMs = TICK_MINUTES * 60_000, disturbance = {} } = options;
  const timers = new Set<NodeJS.Timeout>();

  const later = (delayMs: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };
  const attempt = async (event: BusEvent, lambda: LambdaName, tries: number): Promise<void> => {
    try {
      await deliver(event, lambda);
    } catch (error) {
      const delayMs = event.source === 'aws.events' ? undefined : RETRY_DELAYS_MS[tries];
      if (delayMs === undefined) return onDropped(event, error, lambda);
      later(delayMs, () => void attempt(event, lambda, tries + 1));
    }
  };
  /** Deliveries do not wait for each other. */
  const begin = (event: BusEvent, lambda: LambdaName): void => {
    for (const delayMs of deliveryDelaysMs(event, disturbance)) {
      if (delayMs === 0) void attempt(event, lambda, 0);
      else later(delayMs, () => void attempt(event, lambda, 0));
    }
  };
  const raise = (raised: RaisedEvent): void => {
    const event = complete(raised);
    const woken = rules.filter(({ pattern }) => pattern && matches(pattern, event));
    for (const lambda of new Set(woken.map(({ lambda }) => lambda))) begin(event, lambda);
  };
  const tick = (): void => {
    for (const { pattern, lambda } of rules) if (!pattern) begin(complete(scheduledEvent), lambda);
  };

  const clock = setInterval(tick, tickMs);
  tick();
  return {
    raise,
    close: () => {
      clearInterval(clock);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

const scheduledEvent: RaisedEvent = {
  source: 'aws.events',
  'detail-type': 'Scheduled Event',
  resources: [`arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/Tick`],
  detail: {},
};

/** EventBridge's times are in whole seconds. */
function complete({ time, ...raised }: RaisedEvent): BusEvent {
  return {
    version: '0',
    id: randomUUID(),
    account: LOCAL_ACCOUNT,
    region: LOCAL_REGION,
    time: time ?? `${new Date().toISOString().slice(0, 19)}Z`,
    ...raised,
  };
}
