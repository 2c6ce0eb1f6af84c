/** All backgrounds. Each fills the whole picture. */
import { night, parlour, workshop } from './furnished-rooms.ts';
import type { RoomPainter } from './room-parts.ts';
import { bricks, ceiling, machine, outdoors } from './surfaces.ts';

export const roomPainters = {
  parlour,
  night,
  bricks,
  ceiling,
  machine,
  workshop,
  outdoors,
} as const satisfies Record<string, RoomPainter>;

export type RoomKind = keyof typeof roomPainters;
