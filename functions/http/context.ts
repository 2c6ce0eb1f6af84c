import type { Hono } from 'hono';
import type { ErrorCode } from '#shared/base/errors.ts';
import type { RateKind, RouteContract } from '#shared/base/route.ts';
import type { Scope } from '#shared/plain/scopes.ts';
import type { Table } from '#functions/aws/table/table.ts';
import type { VariableOf } from '#functions/environment.ts';
import type { EnvironmentName, LambdaName } from '#functions/lambdas.ts';
import type { RateCounter } from '#functions/limits/rate-counter.ts';
import type { InvocationContext } from './gateway.ts';

/** The owner of a valid token. `id` is the person's channel. */
export interface Caller {
  readonly id: string;
  readonly sessionId: string;
  /** The name of the program's access token; missing where the person is signed in. */
  readonly via?: string;
}

export interface AccessRequest {
  readonly isWrite: boolean;
  readonly isOpenToSuspended: boolean;
  /** The scope of access tokens that the route takes, if it takes any. */
  readonly scope?: Scope | undefined;
}

/**
 * Throws `unauthenticated`, `forbidden` for an access token without the route's scope, and `suspended` for a write by a
 * suspended person.
 */
export type Authenticator = (token: string, request: AccessRequest) => Promise<Caller>;

export interface Env {
  readonly Bindings: {
    readonly lambdaContext?: InvocationContext | undefined;
    /** The caller of API Gateway: the CDN. */
    readonly sourceIp?: string;
    /** When API Gateway received the request, in ms since 1970. */
    readonly arrivedMs?: number;
    /** A picture or video that is the whole body; the request then has none. */
    readonly file?: Uint8Array<ArrayBuffer> | undefined;
  };
  readonly Variables: {
    requestId: string;
    callerId: string | undefined;
    viewer: string | undefined;
    code?: ErrorCode;
    notes: Readonly<Record<string, unknown>>;
    authenticate: (route: Pick<RouteContract, 'openToSuspended' | 'scope'>) => Promise<Caller>;
    /** Counts the request by address. Throws `too_many_requests`. */
    count: (kind: RateKind) => Promise<void>;
    /** Counts a change, or a file, by its person. Throws `too_many_requests`. */
    countBy: (kind: 'change' | 'file', personId: string) => Promise<void>;
  };
}

export type FeatureApp = Hono<Env>;

/** What a Lambda gives to each of its features. `V`: the environment variables that the feature reads. */
export interface FeatureContext<V extends EnvironmentName = never> {
  readonly table: Table;
  readonly environment: Readonly<Record<V, string>>;
  readonly rates: RateCounter;
  /** In ms since 1970. */
  readonly clock: () => number;
}

/** For features that one Lambda alone serves. */
export type LambdaContext<N extends LambdaName> = FeatureContext<VariableOf<N>>;

/** What a `feature.ts` exports: it makes the feature's apps out of what the Lambda gives. */
export interface FeatureModule<V extends EnvironmentName> {
  readonly feature: (context: FeatureContext<V>) => FeatureApp | readonly FeatureApp[] | Promise<FeatureApp>;
}

/** Adds log fields; never a password, a token or a key. */
export type AddLogFields = (fields: Readonly<Record<string, unknown>>) => void;
