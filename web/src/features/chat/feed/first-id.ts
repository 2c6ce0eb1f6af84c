import { encodeTime } from 'ulid';

/** The smallest ULID of a time. */
export const firstIdAt = (timeMs: number): string =>
  encodeTime(Math.max(0, Math.floor(timeMs))) + '0'.repeat(16);
