import { EMBED_ROOT } from '../../../shared/plain/embed-root.ts';

/**
 * Whether this page is the player alone, at an address that anybody may frame, or in a frame after all: there it shows
 * nothing else, knows nobody who is signed in, and does nothing in their name, as a press may be another page's doing.
 */
export const isFramed = (): boolean =>
  globalThis.top !== globalThis.self || !!globalThis.location?.pathname.startsWith(EMBED_ROOT);
