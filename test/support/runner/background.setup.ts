/**
 * Runs before test files that can wait: they, and what they start, take what tests of live broadcasts leave of the
 * processor, as an encoder or a player that is held up makes other pictures than one would see.
 */
import { setPriority } from 'node:os';

/** A third of the share of those that do not give way: with a tenth, waits of a minute ended too soon. */
const GIVES_WAY = 5;

setPriority(GIVES_WAY);
