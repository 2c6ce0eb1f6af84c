/** Lengths in CSS pixels, from the corner of the window. */
interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The gap between a list, its button and the edge of the window. */
const GAP_PX = 4;

/**
 * The corner of a list of this size: below its button, or above where there is more room, and within `bounds`. It ends where
 * the button ends, in the direction of the text.
 */
export function menuPlace(
  { width, height }: { readonly width: number; readonly height: number },
  { top, bottom, left, right }: Edges,
  bounds: Edges,
  isRightToLeft: boolean,
): { readonly left: number; readonly top: number } {
  const fitsBelow = bottom + GAP_PX + height <= bounds.bottom;
  const isBelow = fitsBelow || top - bounds.top < bounds.bottom - bottom;
  const within = (value: number, least: number, most: number) =>
    Math.max(least + GAP_PX, Math.min(value, most - GAP_PX));
  return {
    top: within(isBelow ? bottom + GAP_PX : top - GAP_PX - height, bounds.top, bounds.bottom - height),
    left: within(isRightToLeft ? left : right - width, bounds.left, bounds.right - width),
  };
}

/** Moves an open list beside its button, within the window and, if the button is in one, the player. */
export function positionMenu(list: HTMLElement, button: HTMLElement): void {
  const player = button.closest('[data-player]')?.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const bounds = {
    left: Math.max(player?.left ?? 0, 0),
    top: Math.max(player?.top ?? 0, 0),
    right: Math.min(player?.right ?? clientWidth, clientWidth),
    bottom: Math.min(player?.bottom ?? clientHeight, clientHeight),
  };
  const { style } = list;
  style.maxHeight = `${bounds.bottom - bounds.top - 2 * GAP_PX}px`;
  // Relative to where it is without: a player may be the container of its fixed elements.
  style.translate = 'none';
  const from = list.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(list).direction === 'rtl';
  const { left, top } = menuPlace(from, button.getBoundingClientRect(), bounds, isRightToLeft);
  style.translate = `${left - from.left}px ${top - from.top}px`;
}
