import type { CacheRule } from '#infra/agreed/cache-rules.ts';
import { forwardedQuery } from './forwarding.ts';

/** The parts of a request that select a cached response. */
export interface CacheKey {
  readonly text: string;
  /** `?` and the query parameters of the key, or empty. */
  readonly search: string;
  /** `Accept-Encoding` normalised as by CloudFront: `br,gzip`, `br`, `gzip` or empty. */
  readonly encodings: string;
}

export interface KeyParts {
  /** Separates the entries of different policies. */
  readonly scope: string;
  /** After the edge functions, as are the headers. */
  readonly path: string;
  /** As sent by the viewer. */
  readonly search: string;
  readonly headers: Headers;
}

export function cacheKey(rule: CacheRule, { scope, path, search, headers }: KeyParts): CacheKey {
  const query = forwardedQuery(search, rule);
  const encodings = rule.compresses ? encodingsOf(headers.get('accept-encoding') ?? '') : '';
  const values = rule.headers.map((header) => headers.get(header) ?? '');
  return { text: [scope, path, query, encodings, ...values].join('\n'), search: query, encodings };
}

function encodingsOf(accepted: string): string {
  const wanted = accepted.split(',').map((part) => part.trim().toLowerCase());
  const isTaken = (name: string) =>
    wanted.some((part) => new RegExp(`^${name}(?!\\s*;\\s*q=0(\\.0*)?$)(\\s*;|$)`).test(part));
  return ['br', 'gzip'].filter(isTaken).join(',');
}
