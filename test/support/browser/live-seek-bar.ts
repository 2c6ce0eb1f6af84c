/** The seek bar of a live stream, in any browser. */
import type { AnyPage } from '../media/counter-picture.ts';

/** Returns its position and its end in seconds; `NaN` and 0 if there is none. */
export const onAirS = async (page: AnyPage): Promise<{ readonly atS: number; readonly endS: number }> =>
  page.evaluate(() => {
    const bar = document.querySelector('[data-player] [role=slider][aria-valuemax]:not([type=range])');
    return {
      atS: Number(bar?.getAttribute('aria-valuenow') ?? Number.NaN),
      endS: Number(bar?.getAttribute('aria-valuemax')),
    };
  }, null);

/** Seeks to the start of the stream. */
export const seekToStart = async (page: AnyPage): Promise<void> =>
  page.evaluate(() => {
    const bar = document.querySelector('[data-player] [role=slider][aria-valuemax]:not([type=range])');
    bar?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
  }, null);
