import { handle } from 'hono/aws-lambda';
import type { lambdas, LambdaName } from '../lambdas.ts';
import { createApp } from './app.ts';
import type { FeatureApp } from './context.ts';
import { tokenAuthenticator } from './token.ts';

/** One app for each feature that the table of Lambdas gives to `N`; no more, no fewer. */
export type Features<N extends LambdaName> = Readonly<
  Record<(typeof lambdas)[N]['features'][number], FeatureApp>
>;

interface TokenEnvironment {
  readonly USER_POOL_CLIENT_ID: string;
  readonly TOKEN_ISSUER: string;
  readonly TOKEN_KEYS_URL: string;
}

/** The handler of a Lambda behind the HTTP API (payload format 2.0). */
export function httpHandler<N extends LambdaName>(environment: TokenEnvironment, features: Features<N>) {
  const authenticator = tokenAuthenticator({
    issuer: environment.TOKEN_ISSUER,
    keysUrl: environment.TOKEN_KEYS_URL,
    clientId: environment.USER_POOL_CLIENT_ID,
  });
  return handle(createApp(authenticator, features));
}
