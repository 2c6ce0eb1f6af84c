import type { BusEvent } from '#infra/agreed/event.ts';

/**
 * How deliveries are made to go as badly as EventBridge allows: late, unordered, twice, or not at all. For tests; ticks
 * come as ever.
 */
export interface DeliveryDisturbance {
  /** How long each delivery waits: a random time between the two, whereby events overtake each other. */
  readonly delayMs?: readonly [minMs: number, maxMs: number];
  /** The part of events that come twice, from 0 to 1; each time after a wait of its own. */
  readonly twice?: number;
  /** The part of events that never come, from 0 to 1. */
  readonly lost?: number;
  /** Which events: their `detail-type`. @default all */
  readonly only?: readonly string[];
}

/** After how many ms each delivery of an event is to begin: one entry as a rule. */
export function deliveryDelaysMs(event: BusEvent, disturbance: DeliveryDisturbance): number[] {
  const { delayMs: [minMs, maxMs] = [0, 0], twice = 0, lost = 0, only } = disturbance;
  if (event.source === 'aws.events' || only?.includes(event['detail-type']) === false) return [0];
  if (Math.random() < lost) return [];
  const times = Math.random() < twice ? 2 : 1;
  return Array.from({ length: times }, () => minMs + Math.random() * (maxMs - minMs));
}
