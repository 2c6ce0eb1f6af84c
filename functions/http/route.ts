import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod/mini';
import type { AnswerOf, BytesBody, Parsed, RouteContract, RouteKey, RouteTable } from '#shared/base/route.ts';
import type { Freshness } from '#shared/plain/freshness.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Page } from '#functions/base/page.ts';
import { clientOf, type Client } from './client.ts';
import type { Caller, Env, FeatureApp, AddLogFields } from './context.ts';

type CallerOf<R extends RouteContract> = R['access'] extends 'signed-in'
  ? Caller
  : R['access'] extends 'optional'
    ? Caller | undefined
    : undefined;

/** A handler's arguments: the parsed request, the client, and the caller (except on public routes). */
type Call<R extends RouteContract> = Parsed<R> & {
  readonly caller: CallerOf<R>;
  readonly viewer: string | undefined;
  /** When API Gateway received the request, in ms since 1970. */
  readonly arrivedMs: number | undefined;
  readonly client: Client;
  readonly note: AddLogFields;
  /** Lets caches keep this answer longer than the contract says, because it will not change. */
  readonly keep: (freshness: Freshness) => unknown;
};

type FileCall<R extends RouteContract> = Pick<Call<R>, 'caller' | 'params'> & {
  readonly file: File;
  readonly fields: Readonly<Record<string, string>>;
};

type FileRoute = RouteContract & Required<Pick<RouteContract, 'file'>>;

type Result<R extends RouteContract> = R extends { readonly paged: true }
  ? Page<AnswerOf<R> extends readonly (infer T)[] ? T : never>
  : AnswerOf<R> extends undefined
    ? AnswerOf<R> | void
    : AnswerOf<R>;

/** A function for each route, which gets the parsed request and returns the answer. */
type Handlers<T extends RouteTable> = {
  readonly [N in keyof T & RouteKey]?: (call: Call<T[N]>) => Promise<Result<T[N]>>;
};

/**
 * Serves routes of the contract: checks access, parses, calls the handler, and answers with the contract's status and
 * cache headers. Takes the routes of one feature, so that a Lambda loads no other contracts.
 */
export const featureApp = <T extends RouteTable>(routes: T, handlers: Handlers<T>): FeatureApp =>
  serve(new Hono<Env>(), routes, handlers);

/** The same on an existing app. */
export function serve<T extends RouteTable>(app: FeatureApp, routes: T, handlers: Handlers<T>): FeatureApp {
  for (const [name, handle] of Object.entries(handlers) as [RouteKey, Handler][])
    app.on(...patternOf(name), (c) => handled(c, routes[name]!, handle));
  return app;
}

type Handler = (call: Call<RouteContract>) => Promise<unknown>;

async function handled(c: Context<Env>, route: RouteContract, handle: Handler): Promise<Response> {
  // Pages of other origins may read what anybody may: embeds in sandboxed frames and Chromecast receivers are such pages.
  if (isRead(c) && route.access !== 'signed-in') c.header('access-control-allow-origin', '*');
  const caller = await callerOf(c, route);
  if (caller && !isRead(c)) await c.var.countBy(route.bytes ? 'file' : 'change', caller.id);
  const note: AddLogFields = (fields) => c.set('notes', { ...c.var.notes, ...fields });
  const parsed = await parse(c, route);
  let { cache } = route;
  const keep = (freshness: Freshness) => (cache = freshness);
  const call = {
    ...parsed,
    caller,
    viewer: c.var.viewer,
    arrivedMs: c.env?.arrivedMs,
    client: clientOf(c),
    note,
    keep,
  };
  const result = await handle(call as Call<RouteContract>);
  // A known caller may see more than others.
  return answer(c, route, result, caller ? undefined : cache);
}

/** Serves the multipart form of a route. Call it before `serve`, which handles other bodies. */
export function serveFile<N extends RouteKey, T extends Readonly<Record<N, FileRoute>>>(
  app: Hono<Env>,
  routes: T,
  name: N,
  verb: (call: FileCall<T[N]>) => Promise<z.output<T[N]['file']['response']>>,
): void {
  const route: FileRoute = routes[name];
  app.on(...patternOf(name), async (c, next) => {
    if (!/^multipart\/form-data\s*;/i.test(c.req.header('content-type') ?? '')) return next();
    const caller = await callerOf(c, route);
    if (caller) await c.var.countBy('file', caller.id);
    const params = await checkAddress(route.params, c.req.param());
    await checkAddress(route.query, queryOf(c, route));
    const call = { caller, params, ...(await readForm(c, route.file.field)) } as FileCall<T[N]>;
    return answer(c, route, await verb(call), undefined);
  });
}

function patternOf(name: RouteKey): [method: string, path: string] {
  const [method, path] = name.split(' ') as [string, string];
  return [method, path.replaceAll(/\{(\w+)\}/g, ':$1')];
}

const isRead = (c: Context<Env>): boolean => c.req.method === 'GET' || c.req.method === 'HEAD';

async function callerOf(c: Context<Env>, route: RouteContract): Promise<Caller | undefined> {
  const { access, counts } = route;
  if (access === 'optional' && c.req.header('authorization')) return c.var.authenticate(route);
  if (access === 'signed-in') {
    if (counts) await c.var.count(counts);
    return c.var.authenticate(route);
  }
  const kind = counts ?? (isRead(c) ? 'read' : undefined);
  if (kind) await c.var.count(kind);
  return undefined;
}

async function parse(c: Context<Env>, route: RouteContract): Promise<Parsed<RouteContract>> {
  return {
    params: await checkAddress(route.params, c.req.param()),
    query: await checkAddress(route.query, queryOf(c, route)),
    body: route.body && (await check(route.body, await readBody(c, route))),
    headers: await check(route.headers, c.req.header()),
    bytes: route.bytes && (await readBytes(c, route.bytes)),
  };
}

/** Refuses unknown parameters, because caches keep one answer for all of them. */
function queryOf(c: Context<Env>, { query }: RouteContract): AddressParameters {
  const given = Object.entries(c.req.queries());
  for (const [name, values] of given) {
    if (!Object.hasOwn(query?.shape ?? {}, name))
      throw new DomainError('invalid_request', 'unknown_parameter', { name: name.slice(0, 50) });
    if (values.length > 1) throw repeatedParameter(name);
  }
  return Object.fromEntries(given.map(([name, [value]]) => [name, value]));
}

/** Of two values, two programs on the way may read different ones. */
const repeatedParameter = (name: string): DomainError =>
  new DomainError('invalid_request', 'repeated_parameter', { name: name.slice(0, 50) });

type AddressParameters = Readonly<Record<string, string | undefined>>;

/** A number has one spelling, because caches keep an answer for each. */
async function checkAddress(schema: z.ZodMiniObject | undefined, given: AddressParameters) {
  const parsed = await check(schema, given);
  for (const [field, value] of Object.entries(parsed ?? {}))
    if (typeof value === 'number' && Object.hasOwn(given, field) && given[field] !== String(value))
      throw new DomainError('invalid_request', 'not_whole', { field });
  return parsed;
}

async function check(
  schema: z.ZodMiniObject | undefined,
  input: unknown,
): Promise<Record<string, unknown> | undefined> {
  if (!schema) return undefined;
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const { faultsOf } = await import('./issues.ts');
  throw new DomainError('invalid_request', faultsOf(result.error.issues));
}

async function readBody(c: Context<Env>, { bodyIsOptional = false }: RouteContract): Promise<unknown> {
  if (bodyIsOptional && !c.env?.file && (await c.req.text()) === '') return {};
  return readJson(c);
}

async function readJson(c: Context<Env>): Promise<unknown> {
  if (mediaType(c) !== 'application/json') {
    throw new DomainError('unsupported_media_type', 'not_json_type');
  }
  try {
    return await c.req.json();
  } catch {
    // Drops the cause, because it quotes the body, which may contain a password.
    throw new DomainError('invalid_request', 'not_json');
  }
}

async function readBytes(c: Context<Env>, { types, maxBytes, tooLarge }: BytesBody) {
  if (!types.includes(mediaType(c)))
    throw new DomainError('unsupported_media_type', 'wrong_type', { types: types.join(', ') });
  const bytes = c.env?.file ?? new Uint8Array(await c.req.arrayBuffer());
  if (bytes.length > maxBytes) throw new DomainError('payload_too_large', tooLarge);
  return bytes;
}

/** `Content-Type` without its parameters (RFC 9110 §8.3.1). */
const mediaType = (c: Context<Env>): string =>
  (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

async function readForm(
  c: Context<Env>,
  field: string,
): Promise<Pick<FileCall<RouteContract>, 'file' | 'fields'>> {
  const form = await c.req.formData().catch(() => {
    throw new DomainError('invalid_request', 'not_a_form');
  });
  const file = form.get(field);
  if (!(file instanceof File)) throw new DomainError('invalid_request', 'no_file', { field });
  const names = [...form.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw repeatedParameter(repeated);
  const fields = [...form].filter(([, value]) => typeof value === 'string');
  return { file, fields: Object.fromEntries(fields) as Record<string, string> };
}

/** Responds with a playlist, feed, calendar or sitemap; 304 for the current version (RFC 9110 §13.1.2). */
function answerText(
  c: Context<Env>,
  text: string,
  status: ContentfulStatusCode,
  { contentType = 'text/plain' }: RouteContract,
) {
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
  c.header('etag', etag);
  const known = (c.req.header('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return c.body(null, 304);
  return c.body(text, status, { 'content-type': contentType });
}

function answer(c: Context<Env>, route: RouteContract, result: unknown, cache: Freshness | undefined) {
  const status = route.status ?? 200;
  c.header('cache-control', cache ? cacheControl(cache) : 'private, no-store');
  if (status === 204) return c.body(null, 204);
  if (route.contentType) return answerText(c, result as string, status, route);
  if (!route.paged) return c.json(result as object, status);
  const page = result as Page<unknown>;
  if (page.total !== undefined) c.header('x-total-count', String(page.total));
  if (page.next) c.header('link', `<${nextPage(c, page.next)}>; rel="next"`);
  return c.json(page.items, status);
}

/** Browsers revalidate at once, and the CDN answers them (RFC 9111 §5.2.2.10: `s-maxage` is for shared caches). */
export const cacheControl = ({ freshS, staleWhileRevalidateS }: Freshness): string =>
  `public, max-age=0, s-maxage=${freshS}, stale-while-revalidate=${staleWhileRevalidateS}`;

/** A relative reference (RFC 8288), so that it works behind any host. */
function nextPage(c: Context<Env>, cursor: string): string {
  const url = new URL(c.req.url);
  url.searchParams.set('cursor', cursor);
  return url.pathname + url.search;
}
