import { savesData } from '../loading/when-idle.ts';

/** Whether pictures may move by themselves: not with reduced motion, nor with a data saver. */
export const mayMove = (): boolean =>
  !savesData() && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
