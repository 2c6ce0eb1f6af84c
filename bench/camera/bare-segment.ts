/** Of segments that the browser makes, in seconds: Fanfare's own. */
export const BARE_SEGMENT_S = 1;
