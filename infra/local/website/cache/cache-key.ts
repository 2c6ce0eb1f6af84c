import type { CacheRule } from '#infra/agreed/cache-rules.ts';
import { forwardedQuery } from './forwarding.ts';

/** What of a request decides which answer it gets. */
export interface CacheKey {
  readonly text: string;
  /** Of the address: `?`, and the parameters that are part of the key. Nothing where there is none. */
  readonly search: string;
  /** `Accept-Encoding` as CloudFront writes it: `br,gzip`, `br`, `gzip` or nothing. */
  readonly encodings: string;
}

export interface KeyParts {
  /** What one policy keeps is found by it alone. */
  readonly scope: string;
  /** As the functions at the edge have left it, as are the headers. */
  readonly path: string;
  /** As the viewer sent it. */
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
