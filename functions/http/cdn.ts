import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { DomainError } from '../base/errors.ts';
import type { Env } from './context.ts';

/** Who asks the CDN; it writes this anew in each request. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
/** By which the API knows the CDN. */
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** Throws `forbidden` for a request that did not come by way of the CDN. */
export type CdnCheck = (c: Context<Env>) => void;

/**
 * Lets in whoever knows one of these secrets, which are joined by a comma: the CDN's own, and the one before it while a
 * new one spreads. Without any everybody is let in: then nobody but the CDN can reach the handler.
 */
export function cdnCheck(secrets: string): CdnCheck {
  const known = secrets.split(',').filter(Boolean).map(digest);
  if (known.length === 0) return () => undefined;
  return (c) => {
    const given = digest(c.req.header(ORIGIN_SECRET_HEADER) ?? '');
    if (!known.some((secret) => timingSafeEqual(secret, given)))
      throw new DomainError('forbidden', 'The API is asked by way of the site’s own address.');
  };
}

/** The address of who asks; to be trusted once the request is known to come from the CDN. */
export const viewerAddress = (c: Context<Env>): string | undefined =>
  c.req.header(VIEWER_ADDRESS_HEADER) ?? c.env?.sourceIp;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
