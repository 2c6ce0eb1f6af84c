/** Pages that OBS displays as a browser source begin with it. */
export const OVERLAY_ROOT = '/overlay/';
