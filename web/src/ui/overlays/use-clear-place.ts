import { type RefObject, useLayoutEffect } from 'react';
import { isRightToLeft } from '#web/lib/i18n/direction.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { type Box, clearPlace, coveredWeight, type Obstacle } from './clear-place.ts';
import { isInToasts } from './toast-place.ts';

const CONTROLS =
  'a, button, input, textarea, select, summary, label, [role=button], [role=slider], [role^=menuitem], [role=option], [role=tab]';
const CONTENT = 'h1, h2, h3, h4, p, li, dt, dd, td, img, video, canvas, iframe';
/** A covered control cannot be pressed, so that no amount of text is worth it. */
const CONTROL_WEIGHT = 1_000_000;

const PAUSE_MS = 250;
const WIDE = '(width >= 64rem)';

/**
 * Keeps an element where it covers no control, and as little else as possible, also when the page changes below it.
 * Prefers the lower corner on wide screens, and the top of narrow ones, whose keyboard comes from below.
 */
export function useClearPlace(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return;
    // The toast appears in its list after the list.
    const size = new ResizeObserver(() => place(box, true));
    size.observe(box);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // It does not move away from the pointer or the keyboard.
        if (!box.matches(':hover, :focus-within')) place(box, false);
      }, PAUSE_MS);
    };
    const page = new MutationObserver(update);
    page.observe(document.body, { childList: true, subtree: true });
    // Scrolling elements inside the page do not let the event rise.
    document.addEventListener('scroll', update, true);
    return endAll([
      () => size.disconnect(),
      () => page.disconnect(),
      () => clearTimeout(timer),
      () => document.removeEventListener('scroll', update, true),
      listen(window, 'resize', update),
      listen(window.visualViewport ?? window, 'resize', update),
    ]);
  }, [element]);
}

/** Moves the element, unless it stands well where it is. */
function place(element: HTMLElement, isNew: boolean): void {
  const area = visibleArea();
  const now = element.getBoundingClientRect();
  const obstacles = obstaclesIn(area);
  const isInside = now.top >= area.top && now.bottom <= area.top + area.height + 1;
  if (!isNew && isInside && coveredWeight(now, obstacles) < CONTROL_WEIGHT) return;
  const isWide = matchMedia(WIDE).matches;
  const { left, top } = clearPlace(now, area, obstacles, {
    left: isRightToLeft ? area.left + area.width - now.width : area.left,
    top: isWide ? area.top + area.height - now.height : area.top,
  });
  Object.assign(element.style, { left: `${left}px`, top: `${top}px` });
}

/** Without the keyboard of a phone and a scroll bar. */
function visibleArea(): Box {
  const { visualViewport: view } = window;
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    left: view?.offsetLeft ?? 0,
    top: view?.offsetTop ?? 0,
    width: Math.min(clientWidth, view?.width ?? clientWidth),
    height: Math.min(clientHeight, view?.height ?? clientHeight),
  };
}

function obstaclesIn(area: Box): Obstacle[] {
  const found: Obstacle[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(`${CONTROLS}, ${CONTENT}`)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    // Those for screen readers have one pixel.
    if (width <= 1 || height <= 1 || top + height <= area.top || top >= area.top + area.height) continue;
    // An open dialog hides the page behind it from everybody.
    if (isInToasts(element) || element.closest('[aria-hidden=true], [inert]')) continue;
    if (element.checkVisibility?.({ visibilityProperty: true }) === false) continue;
    const weight = element.matches(CONTROLS) ? CONTROL_WEIGHT : 1;
    found.push({ left, top, width, height, weight });
  }
  return found;
}
