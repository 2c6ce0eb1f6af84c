/** Two quick touches of a player. */
import { expect, it } from 'vitest';
import { createDoubleTap } from '#web/features/player/controls/double-tap.ts';

const LEFT = { timeMs: 0, x: 40, y: 100, widthPx: 390, isOnPicture: true };
const RIGHT = { ...LEFT, x: 350 };
const MIDDLE = { ...LEFT, x: 195 };

const results = (...taps: readonly (typeof LEFT)[]) => taps.map(createDoubleTap());

it.each([
  ['at the left', [LEFT, { ...LEFT, timeMs: 200 }], [null, 'left']],
  ['at the right', [RIGHT, { ...RIGHT, timeMs: 200 }], [null, 'right']],
  ['in the middle', [MIDDLE, { ...MIDDLE, timeMs: 200 }], [null, 'middle']],
  [
    'with the second on a control that the first made visible',
    [LEFT, { ...LEFT, timeMs: 200, isOnPicture: false }],
    [null, 'left'],
  ],
  ['that are three', [LEFT, { ...LEFT, timeMs: 200 }, { ...LEFT, timeMs: 400 }], [null, 'left', 'left']],
] as const)('touches %s count', (_, taps, expected) => expect(results(...taps)).toEqual(expected));

it.each([
  ['far apart in time', [LEFT, { ...LEFT, timeMs: 400 }]],
  ['far apart in place', [LEFT, { ...RIGHT, timeMs: 100 }]],
  [
    'of a control',
    [
      { ...LEFT, isOnPicture: false },
      { ...LEFT, timeMs: 100, isOnPicture: false },
    ],
  ],
  [
    'of a control and then of the picture',
    [
      { ...LEFT, isOnPicture: false },
      { ...LEFT, timeMs: 100 },
    ],
  ],
] as const)('touches %s do not', (_, taps) => expect(results(...taps)).toEqual([null, null]));
