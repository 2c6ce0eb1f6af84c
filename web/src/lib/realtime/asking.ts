/** How often a page asks for what its socket does not tell it. */
import { knownAfterMs, OF_A_CHANNEL } from '../../../../shared/plain/freshness.ts';

/** So many pages do not ask in the same moment: up to a third more or less. */
export const spread = (ms: number): number => ms * (2 / 3 + (Math.random() * 2) / 3);

/** Without a socket: 15 to 30 s, always the same for one page. */
export const ASK_MS = 15_000 + Math.random() * 15_000;

/** By then no cache answers with what a channel, its chat or its room was before. */
export const KNOWN_AFTER_MS = knownAfterMs(OF_A_CHANNEL);
