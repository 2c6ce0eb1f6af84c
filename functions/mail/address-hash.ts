import { createHash } from 'node:crypto';

/** Stands for an address, in any case, in keys that contain no addresses. */
export const addressHash = (address: string): string =>
  createHash('sha256').update(address.toLowerCase()).digest('base64url');
