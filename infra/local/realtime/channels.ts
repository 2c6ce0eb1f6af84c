import { badRequest, unauthorized } from './protocol.ts';

const MAX_SEGMENTS = 5;
const SEGMENT = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,48}[A-Za-z0-9])?$/;

/**
 * Returns a channel's one to five segments; the first is a namespace of the API. The leading slash is optional. Throws
 * AppSync's error.
 */
export function parseChannel(path: unknown, namespaces: ReadonlySet<string>): string[] {
  const segments = typeof path === 'string' ? path.replace(/^\//, '').split('/') : [];
  const isChannel = segments.length > 0 && segments.length <= MAX_SEGMENTS;
  if (!isChannel || !segments.every((segment) => SEGMENT.test(segment))) {
    throw badRequest('Invalid Channel Format');
  }
  if (!namespaces.has(segments[0] ?? '')) throw unauthorized();
  return segments;
}

/** Returns the segments of a channel, or of `/namespace/…/*` for all channels below. */
export function parseSubscription(path: unknown, namespaces: ReadonlySet<string>): string[] {
  if (typeof path !== 'string' || !path.endsWith('/*')) return parseChannel(path, namespaces);
  return [...parseChannel(path.slice(0, -2), namespaces), '*'];
}

/** Returns whether events on `channel` match `subscription`. */
export function matchesSubscription(channel: readonly string[], subscription: readonly string[]): boolean {
  const prefix = subscription.at(-1) === '*' ? subscription.slice(0, -1) : subscription;
  const isLongEnough =
    prefix === subscription ? channel.length === prefix.length : channel.length > prefix.length;
  return isLongEnough && prefix.every((segment, index) => segment === channel[index]);
}
