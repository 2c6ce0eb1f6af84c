/** All kinds of fans, complete: stand or housing, cage, blades. */
import { ceilingFan } from './ceiling-fan.ts';
import type { FanPainter } from './fan-parts.ts';
import { boxFan, computerFan, exhaustFan, industrialFan, windowFan } from './framed-fans.ts';
import { pedestalFan, tableFan, towerFan, vintageFan } from './standing-fans.ts';

export const fanPainters = {
  table: tableFan,
  vintage: vintageFan,
  pedestal: pedestalFan,
  box: boxFan,
  industrial: industrialFan,
  exhaust: exhaustFan,
  computer: computerFan,
  tower: towerFan,
  window: windowFan,
  ceiling: ceilingFan,
} as const satisfies Record<string, FanPainter>;

export type FanKind = keyof typeof fanPainters;
