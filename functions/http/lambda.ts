import type { LambdaName } from '../lambdas.ts';
import type { RateCounter } from '../limits/ports.ts';
import { cdnCheck } from './cdn.ts';
import { featuresHandler, type Features } from './features.ts';
import { tokenAuthenticator } from './token.ts';

interface HttpEnvironment {
  readonly ORIGIN_SECRETS: string;
  readonly USER_POOL_CLIENT_ID: string;
  readonly TOKEN_ISSUER: string;
  readonly TOKEN_KEYS_URL: string;
}

/** The handler of a Lambda that knows who calls, and how often. */
export function httpHandler<N extends LambdaName>(
  environment: HttpEnvironment,
  rates: RateCounter,
  features: Features<N>,
) {
  const authenticator = tokenAuthenticator({
    issuer: environment.TOKEN_ISSUER,
    keysUrl: environment.TOKEN_KEYS_URL,
    clientId: environment.USER_POOL_CLIENT_ID,
  });
  return featuresHandler({ authenticator, checkCdn: cdnCheck(environment.ORIGIN_SECRETS), rates }, features);
}
