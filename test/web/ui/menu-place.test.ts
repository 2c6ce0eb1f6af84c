import { describe, expect, it } from 'vitest';
import { menuPlace } from '#web/ui/overlays/menu-place.ts';

const WINDOW = { left: 0, top: 0, right: 1000, bottom: 600 };
const LIST = { width: 200, height: 150 };
const button = (left: number, top: number) => ({ left, top, right: left + 40, bottom: top + 40 });

describe('the list of a menu', () => {
  it.each([
    ['below its button, to its end', button(500, 100), { left: 340, top: 144 }],
    ['above it at the lower edge', button(500, 550), { left: 340, top: 396 }],
    ['within the window at its left edge', button(0, 100), { left: 4, top: 144 }],
    ['within the window at its right edge', button(990, 100), { left: 796, top: 144 }],
  ])('is %s', (_, opener, place) => {
    expect(menuPlace(LIST, opener, WINDOW, false)).toEqual(place);
  });

  it('goes the other way in a text from right to left', () => {
    expect(menuPlace(LIST, button(500, 100), WINDOW, true).left).toBe(500);
    expect(menuPlace(LIST, button(950, 100), WINDOW, true).left).toBe(796);
  });

  it.each([
    ['nearer to the upper edge', 200, 196],
    ['nearer to the lower edge', 380, 4],
  ])('without room on either side is within the window, from a button %s', (_, top, expected) => {
    const tall = { width: 200, height: 400 };
    expect(menuPlace(tall, button(500, top), WINDOW, false).top).toBe(expected);
  });

  it('is within the player of its button', () => {
    const player = { left: 100, top: 50, right: 500, bottom: 300 };
    expect(menuPlace(LIST, button(450, 255), player, false)).toEqual({ left: 290, top: 101 });
    expect(menuPlace({ width: 200, height: 240 }, button(450, 255), player, false).top).toBe(54);
  });
});
