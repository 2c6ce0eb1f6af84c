import type { Hono } from 'hono';
import type { ErrorCode } from '../../shared/base/errors.ts';
import type { RateKind } from '../../shared/base/route.ts';
import type { InvocationContext } from './gateway.ts';

/** The bearer of a valid token. `id` is the person's channel. */
export interface Caller {
  readonly id: string;
  readonly sessionId: string;
}

export interface AccessRequest {
  readonly isWrite: boolean;
  /** Whoever is suspended may ask this all the same. */
  readonly isOpenToSuspended: boolean;
}

/** Proves who sent a token. Throws `unauthenticated`, and `suspended` where they may not write. */
export type Authenticator = (token: string, asked: AccessRequest) => Promise<Caller>;

export interface Env {
  readonly Bindings: {
    readonly lambdaContext?: InvocationContext | undefined;
    /** Who asks API Gateway: the CDN. */
    readonly sourceIp?: string;
    /** The body, where it is a picture or video by itself; the request has none then. */
    readonly file?: Uint8Array<ArrayBuffer> | undefined;
  };
  readonly Variables: {
    requestId: string;
    callerId: string | undefined;
    /** The address of who asks the CDN. */
    viewer: string | undefined;
    /** Where the request failed. */
    code?: ErrorCode;
    /** What the line of the log tells besides. */
    notes: Readonly<Record<string, unknown>>;
    authenticate: (isOpenToSuspended?: boolean) => Promise<Caller>;
    /** Counts the request to the address that it comes from. Throws `too_many_requests`. */
    count: (kind: RateKind) => Promise<void>;
  };
}

export type FeatureApp = Hono<Env>;

/** Adds to the request's line in the log; never a password, a token or a key. */
export type Note = (fields: Readonly<Record<string, unknown>>) => void;
