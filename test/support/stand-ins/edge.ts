import { Hono } from 'hono';
import { cacheKey } from '#infra/local/website/cache/cache-key.ts';
import { EdgeCache } from '#infra/local/website/cache/edge-cache.ts';
import { codeBehaviors } from '#infra/local/website/behaviors.ts';
import {
  distribution,
  type DistributionOrigins,
  type EdgeBehavior,
} from '#infra/local/website/distribution.ts';
import type { WebsiteOrigins } from '#infra/local/website/website.ts';
import type { ContentSources } from '#infra/agreed/security-headers.ts';

const BUCKETS = { web: 'web', media: 'media', recordings: 'recordings' };

interface Behind extends Partial<Omit<DistributionOrigins, 'buckets'>> {
  readonly web?: Hono;
  /** Responds below `/media` and `/ivs`. */
  readonly media?: Hono;
  readonly sources?: ContentSources;
}

/** Returns a website's origins with a test's responses. */
export function websiteOrigins({
  api = async () => Response.json([]),
  deniedKeys = { exists: () => false },
  web = new Hono(),
  media = new Hono(),
  sources = {},
}: Behind): WebsiteOrigins {
  const buckets = { web, media, recordings: media };
  return {
    distribution: distribution(codeBehaviors(sources, BUCKETS), { api, buckets, deniedKeys }),
    sources,
  };
}

const ALL = codeBehaviors({}, BUCKETS);

/** Returns the behaviour of the site's distribution for a path. */
export const codeBehaviorOf = (path: string): EdgeBehavior => ALL.find(({ isFor }) => isFor(path))!;

export interface Asking {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Headers of a request to the origin. */
export type Conditions = Readonly<Record<string, string>>;
export type Origin = (address: string, conditions: Conditions) => Response | Promise<Response>;

export const PUBLIC = (seconds: number, more = ''): Record<string, string> => ({
  'cache-control': `public, max-age=0, s-maxage=${seconds}${more}`,
});

export const json = (body: unknown, headers: Readonly<Record<string, string>> = {}, status = 200): Response =>
  Response.json(body, { status, headers });

/**
 * Creates an edge cache with a test's origin. `requested` are the addresses of requests to the origin, in order;
 * `seconds` advances the clock.
 */
export function anEdge(origin: Origin, maxBytes?: number) {
  let nowMs = 1_000_000;
  const requested: string[] = [];
  const cache = new EdgeCache({
    now: () => nowMs,
    ...(maxBytes && { maxBytes }),
  });
  const get = (address: string, { headers = {}, method = 'GET' }: Asking = {}): Promise<Response> => {
    const { pathname: path, search } = new URL(address, 'http://edge');
    const { rule, policy: scope } = codeBehaviorOf(path);
    const sent = new Headers(headers);
    const key = cacheKey(rule, { scope, path, search, headers: sent });
    const fetchOrigin = async (conditions: Conditions) => {
      requested.push(path + key.search);
      return origin(path + key.search, conditions);
    };
    return cache.answer({
      rule,
      added: { 'x-added': 'yes' },
      key,
      path,
      method,
      headers: sent,
      fetchOrigin,
    });
  };
  /** Returns the body and its `X-Cache`. */
  const read = async (address: string, asking?: Asking): Promise<string> => {
    const response = await get(address, asking);
    return `${await response.text()} ${response.headers.get('x-cache')?.split(' ')[0]}`;
  };
  return { cache, get, read, requested, seconds: (count: number) => (nowMs += count * 1000) };
}
