import { joinsRequests, type CacheRule } from '#infra/agreed/cache-rules.ts';
import type { CacheKey } from './cache-key.ts';
import { compressed } from './compression.ts';
import { withReturnedHeaders } from './forwarding.ts';
import { cachedResponse, uncachedResponse, type CacheResult } from './cached-response.ts';
import { KeptAnswers, type KeptAnswer } from './kept-answers.ts';
import { isShared, lifetimeOf } from './lifetime.ts';

export interface EdgeCacheOptions {
  /** Total size of the cache. @default 64 MB */
  readonly maxBytes?: number;
  /** Returns ms since 1970. @default this machine's clock */
  readonly now?: () => number;
}

export interface EdgeRequest {
  readonly rule: CacheRule;
  /** Additional response headers, by lower-case name. */
  readonly added: Readonly<Record<string, string>>;
  readonly key: CacheKey;
  /** After the edge functions. */
  readonly path: string;
  /** `GET` or `HEAD`. */
  readonly method: string;
  /** The viewer's headers. */
  readonly headers: Headers;
  /** Requests the origin with these additional headers. */
  readonly fetchOrigin: (conditions: Readonly<Record<string, string>>) => Promise<Response>;
}

/** An origin's response: cached, or for this request only. */
type Found =
  | { readonly kept: KeptAnswer; readonly result: CacheResult }
  | { readonly kept?: undefined; readonly response: Response };

const MAX_BYTES = 64_000_000;
/** Larger responses are not cached. */
const MAX_ANSWER_BYTES = 4_000_000;
/** Lifetime of a response that is only shared with concurrent requests. */
const NO_TIME = { freshMs: 0, staleMs: 0, spareMs: 0 };

/**
 * Caches responses by key as CloudFront does. Concurrent requests for the same key share one request to the origin, in
 * the cases where CloudFront collapses them. `Authorization` and cookies are not part of a key: cached or shared
 * responses go to everyone, so personal ones must be marked. `Vary` is ignored.
 */
export class EdgeCache {
  private readonly answers: KeptAnswers;
  private readonly now: () => number;
  private readonly underWay = new Map<string, Promise<Found | undefined>>();
  private invalidations = 0;

  constructor({ maxBytes = MAX_BYTES, now = Date.now }: EdgeCacheOptions = {}) {
    this.answers = new KeptAnswers(maxBytes);
    this.now = now;
  }

  async answer(request: EdgeRequest): Promise<Response> {
    const { method, headers, key, added } = request;
    const kept = this.answers.get(key.text);
    const ageMs = kept ? this.now() - kept.requestedMs : 0;
    if (kept && ageMs < kept.lifetime.freshMs) return this.handOut(request, kept, 'Hit');
    if (kept && ageMs < kept.lifetime.freshMs + kept.lifetime.staleMs) {
      if (method === 'GET' && !this.underWay.has(key.text)) this.lead(request, kept).catch(() => {});
      return this.handOut(request, kept, 'Hit');
    }
    const range = headers.get('range');
    if (method === 'HEAD' || (!kept && range))
      return uncachedResponse(await askOrigin(request, range ? { range } : {}), added);
    const found = await this.together(request, kept);
    return found.kept
      ? this.handOut(request, found.kept, found.result)
      : uncachedResponse(found.response, added);
  }

  /** Invalidates these paths; `*` at the end matches all paths with the prefix. */
  invalidate(addresses: readonly string[]): void {
    this.invalidations += 1;
    for (const address of addresses) this.answers.deleteAt(address);
  }

  /** Returns all cached responses. */
  kept(): readonly KeptAnswer[] {
    return this.answers.values();
  }

  private handOut({ method, headers, added }: EdgeRequest, kept: KeptAnswer, result: CacheResult): Response {
    return cachedResponse(kept, { method, headers, result, nowMs: this.now(), added });
  }

  /** Makes one request for all waiting viewers. If the response is personal, each makes their own request. */
  private async together(request: EdgeRequest, kept: KeptAnswer | undefined): Promise<Found> {
    if (!joinsRequests(request.rule)) return this.fetch(request, kept);
    const sooner = this.underWay.get(request.key.text);
    if (!sooner) return this.lead(request, kept);
    const found = await sooner;
    return found?.kept ? { ...found, result: 'Hit' } : this.fetch(request, kept);
  }

  private lead(request: EdgeRequest, kept: KeptAnswer | undefined): Promise<Found> {
    const { text } = request.key;
    const fetching = this.fetch(request, kept).finally(() => this.underWay.delete(text));
    this.underWay.set(
      text,
      fetching.catch(() => undefined),
    );
    return fetching;
  }

  private async fetch(request: EdgeRequest, kept: KeptAnswer | undefined): Promise<Found> {
    const begun = { requestedMs: this.now(), invalidations: this.invalidations };
    const etag = kept?.headers['etag'];
    const spare = kept && this.isSpare(kept) ? kept : undefined;
    const conditions = etag ? { 'if-none-match': etag.replace(/^W\//, '') } : {};
    const response = await askOrigin(request, conditions).catch((cause) => {
      if (!spare) throw cause;
      return undefined;
    });
    if (spare && (!response || response.status >= 500)) return { kept: spare, result: 'Hit' };
    if (kept && response?.status === 304) return this.renewed(request, kept, { response, ...begun });
    return this.taken(request, { response: response!, ...begun });
  }

  private isSpare({ requestedMs, lifetime }: KeptAnswer): boolean {
    const { freshMs, staleMs, spareMs } = lifetime;
    return this.now() - requestedMs < freshMs + staleMs + spareMs;
  }

  private renewed(
    request: EdgeRequest,
    kept: KeptAnswer,
    { response, requestedMs, invalidations }: Answered,
  ): Found {
    const headers = new Headers({ ...kept.headers, ...Object.fromEntries(response.headers) });
    const lifetime = lifetimeOf(kept.status, headers, request.rule);
    const renewed = lifetime ? { ...kept, requestedMs, lifetime } : kept;
    if (lifetime) this.keep(request.key.text, renewed, invalidations);
    return { kept: renewed, result: 'RefreshHit' };
  }

  private async taken(
    request: EdgeRequest,
    { response, requestedMs, invalidations }: Answered,
  ): Promise<Found> {
    const { rule, key, path } = request;
    const { status } = response;
    const lifetime = lifetimeOf(status, response.headers, rule);
    const isForOne = !lifetime && !isShared(status, response.headers, rule);
    if (isForOne || Number(response.headers.get('content-length')) > MAX_ANSWER_BYTES) {
      this.answers.delete(key.text);
      return { response };
    }
    const body = new Uint8Array(await response.arrayBuffer());
    const { 'content-length': _, ...headers } = Object.fromEntries(response.headers);
    const plain = { address: path + key.search, status, headers, body, requestedMs };
    if (!lifetime) {
      this.answers.delete(key.text);
      return { kept: { ...plain, lifetime: NO_TIME }, result: 'Miss' };
    }
    const kept = await compressed({ ...plain, lifetime }, key.encodings);
    this.keep(key.text, kept, invalidations);
    return { kept, result: 'Miss' };
  }

  /** Caches the response unless a newer one is cached, or an invalidation happened after its request. */
  private keep(key: string, answer: KeptAnswer, invalidations: number): void {
    if (invalidations !== this.invalidations) return;
    if ((this.answers.get(key)?.requestedMs ?? 0) <= answer.requestedMs) this.answers.set(key, answer);
  }
}

const askOrigin = async (
  { rule, fetchOrigin }: EdgeRequest,
  conditions: Readonly<Record<string, string>>,
): Promise<Response> => withReturnedHeaders(await fetchOrigin(conditions), rule);

interface Answered {
  readonly response: Response;
  readonly requestedMs: number;
  readonly invalidations: number;
}
