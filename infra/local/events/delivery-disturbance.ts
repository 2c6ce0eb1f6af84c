import type { BusEvent } from '#infra/agreed/event.ts';

/** Delivery faults that EventBridge allows: late, out of order, twice, or never. For tests. Ticks are not affected. */
export interface DeliveryDisturbance {
  /** Range of the random delay of each delivery, by which events overtake each other. */
  readonly delayMs?: readonly [minMs: number, maxMs: number];
  /** Share of the events that are delivered twice, from 0 to 1, each with its own delay. */
  readonly twice?: number;
  /** Share of the events that are never delivered, from 0 to 1. */
  readonly lost?: number;
  /** The affected events by their `detail-type`. @default all */
  readonly only?: readonly string[];
}

/** Returns the delays in ms of an event's deliveries, usually one. */
export function deliveryDelaysMs(event: BusEvent, disturbance: DeliveryDisturbance): number[] {
  const { delayMs: [minMs, maxMs] = [0, 0], twice = 0, lost = 0, only } = disturbance;
  if (event.source === 'aws.events' || only?.includes(event['detail-type']) === false) return [0];
  if (Math.random() < lost) return [];
  const times = Math.random() < twice ? 2 : 1;
  return Array.from({ length: times }, () => minMs + Math.random() * (maxMs - minMs));
}
