/** The contract of one route. Handlers, the web's client, the OpenAPI document and the tests derive from it. */
import type * as z from 'zod/mini';
import type { Freshness } from '../plain/freshness.ts';
import type { Scope } from '../plain/scopes.ts';
import type { ErrorCode } from './errors.ts';

/** Who may call a route: anyone; anyone, but with a token as its owner (`optional`); or only with a valid token. */
type Access = 'public' | 'optional' | 'signed-in';

/** Requests that are limited per address. */
export type RateKind = 'sign-up' | 'log-in' | 'forgotten password' | 'presence' | 'view' | 'read';

export interface BytesBody {
  /** Allowed values of `Content-Type`. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** The rule that a larger body breaks. */
  readonly tooLarge: 'segment_too_large' | 'live_picture_too_large';
}

export interface RouteContract {
  readonly summary: string;
  readonly access: Access;
  /** The scope of access tokens that the route takes. @default it refuses them */
  readonly scope?: Scope;
  /** Suspended people may also write, such as what removes their own data. @default false */
  readonly openToSuspended?: boolean;
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  readonly body?: z.ZodMiniObject;
  /** A missing body stands for `{}`. */
  readonly bodyIsOptional?: boolean;
  /** The body is bytes instead of JSON. */
  readonly bytes?: BytesBody;
  /** Request headers, by lower-case name. */
  readonly headers?: z.ZodMiniObject;
  /** The route also accepts `multipart/form-data` with one file instead of the JSON body, and then returns this. */
  readonly file?: { readonly field: string; readonly response: z.ZodMiniType };
  /** @default 200 */
  readonly status?: 200 | 201 | 204;
  readonly response: z.ZodMiniType;
  /** The content type of a text response. @default JSON */
  readonly contentType?: string;
  /** A list: the array is the body, the next page in `Link`, the total in `X-Total-Count`. */
  readonly paged?: boolean;
  /**
   * How long a shared cache may keep a public answer; for `optional` routes, the one without a token. @default
   * `private, no-store`
   */
  readonly cache?: Freshness;
  /** The limit that a request counts to, per address. @default `read` for a GET without a token */
  readonly counts?: RateKind;
  /** In addition to those of every route. */
  readonly errors?: readonly ErrorCode[];
}

/** Method and path below `/api`, as in the specification: `GET /streamers/{username}`. */
export type RouteKey = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

export type RouteTable = Readonly<Record<RouteKey, RouteContract>>;

/** Checks the table's form and keeps each route's own schemas in the type. */
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

export interface Sent<R extends RouteContract> {
  readonly params: Input<R['params']>;
  readonly query: Input<R['query']>;
  readonly body: Input<R['body']>;
  readonly headers: Input<R['headers']>;
  readonly bytes: Bytes<R['bytes']>;
}

export type AnswerOf<R extends RouteContract> = z.output<R['response']>;

/** All query parameters of these routes, in order. */
export const queryParameters = (table: RouteTable): string[] =>
  [...new Set(Object.values(table).flatMap(({ query }) => Object.keys(query?.shape ?? {})))].toSorted();
