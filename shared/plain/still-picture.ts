/** Names of animated pictures, and of their first frames beside them. */
export const MOVING = 'moving.';
export const STILL = 'still.';

/** The address of the first frame of an animated picture; `null` for any other picture. */
export const stillUrlOf = (url: string): string | null =>
  url.includes(`.${MOVING}`) ? url.replace(`.${MOVING}`, `.${STILL}`) : null;
