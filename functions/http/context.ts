import type { Hono } from 'hono';
import type { InvocationContext } from './gateway.ts';

/** The bearer of a valid token. `id` is the person's channel. */
export interface Caller {
  readonly id: string;
  readonly token: string;
}

/** Proves who sent a token. Throws `unauthenticated`. */
export type Authenticator = (token: string) => Promise<Caller>;

export interface Env {
  readonly Bindings: { readonly lambdaContext?: InvocationContext | undefined };
  readonly Variables: {
    requestId: string;
    callerId: string | undefined;
    authenticate: () => Promise<Caller>;
  };
}

export type FeatureApp = Hono<Env>;
