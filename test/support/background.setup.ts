/**
 * Runs before test files that can wait: they, and what they start, take what tests of live broadcasts leave of the
 * processor, as an encoder or a player that is held up makes other pictures than one would see.
 */
import { constants, setPriority } from 'node:os';

/** About a tenth of the share of those that do not give way. */
const GIVES_WAY = constants.priority.PRIORITY_BELOW_NORMAL;

setPriority(GIVES_WAY);
