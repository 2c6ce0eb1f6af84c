/** What one route promises. Handlers, the web's client, the OpenAPI document and the tests derive from it. */
import type * as z from 'zod/mini';
import type { Freshness } from '../plain/freshness.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call a route: anyone; anyone, where whoever sends a token is known by it (`optional`); or the bearer of a
 * valid token.
 */
export type Access = 'public' | 'optional' | 'signed-in';

/** What one address may do but so often. */
export type RateKind = 'sign-up' | 'log-in' | 'forgotten password' | 'presence' | 'view' | 'read';

/** A body that is bytes as they are. */
export interface BytesBody {
  /** What `Content-Type` may say. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** What a person is told whose body is larger. */
  readonly tooLarge: string;
}

export interface RouteContract {
  readonly summary: string;
  readonly access: Access;
  /** Whoever is suspended may write here all the same. @default not */
  readonly openToSuspended?: boolean;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  /** No body at all stands for `{}`. */
  readonly bodyIsOptional?: boolean;
  /** The body is bytes, in place of JSON. */
  readonly bytes?: BytesBody;
  /** Request headers that the route reads, by lower-case name. */
  readonly headers?: z.ZodMiniObject;
  /** The route also takes `multipart/form-data` with one file, in place of the JSON body; its answer then is this. */
  readonly file?: { readonly field: string; readonly response: z.ZodMiniType };
  /** Status of success; 200 unless said otherwise. */
  readonly status?: 200 | 201 | 204;
  readonly response: z.ZodMiniType;
  /** The answer is a text of this type. @default JSON */
  readonly contentType?: string;
  /** A list: the bare array in the body, the next page in `Link`, the total in `X-Total-Count`. */
  readonly paged?: boolean;
  /**
   * How long a shared cache may keep the answer, where it is the same for everybody; of an `optional` route that is what
   * callers get who are not known. @default `private, no-store`
   */
  readonly cache?: Freshness;
  /** As what a request counts to the address that it comes from. @default a GET of nobody known is a `read` */
  readonly counts?: RateKind;
  /** Errors beyond the ones that every route can answer. */
  readonly errors?: readonly ErrorCode[];
}

/** Method and path below `/api`, as the specification writes them: `GET /streamers/{username}`. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

export type RouteTable = Readonly<Record<RouteKey, RouteContract>>;

/** Infers nothing away: keeps each route's own schemas while checking the table's form. */
export const routes = <const T extends RouteTable>(table: T): T => table;

type Output<S> = S extends z.ZodMiniType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodMiniType ? z.input<S> : undefined;
type Bytes<B> = B extends BytesBody ? Uint8Array<ArrayBuffer> : undefined;

/** What a handler receives, parsed. */
export interface Parsed<R extends RouteContract> {
  readonly params: Output<R['params']>;
  readonly query: Output<R['query']>;
  readonly body: Output<R['body']>;
  readonly headers: Output<R['headers']>;
  readonly bytes: Bytes<R['bytes']>;
}

/** What a client sends. */
export interface Sent<R extends RouteContract> {
  readonly params: Input<R['params']>;
  readonly query: Input<R['query']>;
  readonly body: Input<R['body']>;
  readonly headers: Input<R['headers']>;
  readonly bytes: Bytes<R['bytes']>;
}

export type Answer<R extends RouteContract> = z.output<R['response']>;

/** The names of all parameters that some address of these may be asked with, in order. */
export const queryParameters = (table: RouteTable): string[] =>
  [...new Set(Object.values(table).flatMap(({ query }) => Object.keys(query?.shape ?? {})))].toSorted();
