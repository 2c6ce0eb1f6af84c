import type { LambdaName } from '../lambdas.ts';
import { featuresHandler, type Features } from './features.ts';
import { tokenAuthenticator } from './token.ts';

interface TokenEnvironment {
  readonly USER_POOL_CLIENT_ID: string;
  readonly TOKEN_ISSUER: string;
  readonly TOKEN_KEYS_URL: string;
}

/** The handler of a Lambda that knows who calls. */
export function httpHandler<N extends LambdaName>(environment: TokenEnvironment, features: Features<N>) {
  const authenticator = tokenAuthenticator({
    issuer: environment.TOKEN_ISSUER,
    keysUrl: environment.TOKEN_KEYS_URL,
    clientId: environment.USER_POOL_CLIENT_ID,
  });
  return featuresHandler(authenticator, features);
}
