/** What a page and its meter's worker say to each other. */
import type { MeterReading } from '../signal/fan-meter.ts';
import type { Calibration } from '../signal/loudness/loudness.ts';

export type ToMeter =
  /** Blocks of interleaved samples come to the port. Another sound begins anew. */
  | { readonly kind: 'listen'; readonly port: MessagePort; readonly rateHz: number }
  | { readonly kind: 'blades'; readonly blades: number | null }
  | { readonly kind: 'calibrate'; readonly calibration: Calibration | null };

export type FromMeter =
  | { readonly kind: 'reading'; readonly reading: MeterReading }
  | { readonly kind: 'column'; readonly column: Uint8Array<ArrayBuffer> };
