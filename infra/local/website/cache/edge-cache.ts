import { joinsRequests, type CacheRule } from '#infra/agreed/cache-rules.ts';
import type { CacheKey } from './cache-key.ts';
import { compressed } from './compression.ts';
import { withReturnedHeaders } from './forwarding.ts';
import { handOut, passOn, type CacheResult } from './hand-out.ts';
import { KeptAnswers, type KeptAnswer } from './kept-answers.ts';
import { isShared, lifetimeOf } from './lifetime.ts';

export interface EdgeCacheOptions {
  /** Of all that is kept. @default 64 MB */
  readonly maxBytes?: number;
  /** In ms since 1970. @default this machine's clock */
  readonly now?: () => number;
}

export interface EdgeRequest {
  readonly rule: CacheRule;
  /** What the answer bears beside what it came with, by lower-case name. */
  readonly added: Readonly<Record<string, string>>;
  readonly key: CacheKey;
  /** As the functions at the edge have left it. */
  readonly path: string;
  /** `GET` or `HEAD`. */
  readonly method: string;
  /** Of the viewer. */
  readonly headers: Headers;
  /** Requests the origin, with these headers besides. */
  readonly fetchOrigin: (conditions: Readonly<Record<string, string>>) => Promise<Response>;
}

/** An origin's answer: cached, or for this one request. */
type Found =
  | { readonly kept: KeptAnswer; readonly result: CacheResult }
  | { readonly kept?: undefined; readonly response: Response };

const MAX_BYTES = 64_000_000;
/** What is larger goes from the origin to its viewer. */
const MAX_ANSWER_BYTES = 4_000_000;
/** Of an answer for those alone who waited for it. */
const NO_TIME = { freshMs: 0, staleMs: 0, spareMs: 0 };

/**
 * Caches answers by their keys as CloudFront does, with one request to the origin for all who wait for the same, where
 * CloudFront joins them. `Authorization` and cookies are no part of a key: what is kept or shared is for everybody, and what
 * is one person's must say so. `Vary` decides nothing.
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
      return passOn(await askOrigin(request, range ? { range } : {}), added);
    const found = await this.together(request, kept);
    return found.kept ? this.handOut(request, found.kept, found.result) : passOn(found.response, added);
  }

  /** Forgets what is at these addresses, which are paths, with `*` at the end for all that begin so. */
  invalidate(addresses: readonly string[]): void {
    this.invalidations += 1;
    for (const address of addresses) this.answers.deleteAt(address);
  }

  /** All that is kept. */
  kept(): readonly KeptAnswer[] {
    return this.answers.values();
  }

  private handOut({ method, headers, added }: EdgeRequest, kept: KeptAnswer, result: CacheResult): Response {
    return handOut(kept, { method, headers, result, nowMs: this.now(), added });
  }

  /** One request for all who wait; if the answer is for one of them alone, each makes a request of their own. */
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

  /** Unless something newer is cached, or it was requested before an invalidation. */
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
