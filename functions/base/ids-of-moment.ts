/** The range of ids made in a moment: a ULID begins with its time. */
import { encodeTime } from 'ulid';

const TIME_LENGTH = 10;
const REST_LENGTH = 16;

/** `timeMs` is since 1970. */
export const firstIdOf = (timeMs: number): string =>
  encodeTime(timeMs, TIME_LENGTH) + '0'.repeat(REST_LENGTH);
export const lastIdOf = (timeMs: number): string => encodeTime(timeMs, TIME_LENGTH) + 'Z'.repeat(REST_LENGTH);
