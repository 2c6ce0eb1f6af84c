import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { DomainError } from '#functions/base/errors.ts';
import type { Env } from './context.ts';

/** The viewer's address; the CDN overwrites it in each request. */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';
export const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/** Throws `forbidden` for a request that bypasses the CDN. */
export type CdnCheck = (c: Context<Env>) => void;

/**
 * Admits requests with one of these comma-separated secrets: the current one, and the previous one during a rotation.
 * Without secrets it admits all: then only the CDN can reach the handler.
 */
export function cdnCheck(secrets: string): CdnCheck {
  const known = secrets.split(',').filter(Boolean).map(digest);
  if (known.length === 0) return () => undefined;
  return (c) => {
    const given = digest(c.req.header(ORIGIN_SECRET_HEADER) ?? '');
    if (!known.some((secret) => timingSafeEqual(secret, given)))
      throw new DomainError('forbidden', 'not_through_site');
  };
}

/** The caller's address; trustworthy only after the CDN check. */
export const viewerAddress = (c: Context<Env>): string | undefined =>
  c.req.header(VIEWER_ADDRESS_HEADER) ?? c.env?.sourceIp;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
