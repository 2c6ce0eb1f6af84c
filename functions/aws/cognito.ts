import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { StandardRetryStrategy } from '@smithy/core/retry';
import { clientSettings } from './client-settings.ts';

const ATTEMPTS = 3;

/** Somebody tried one account too often. It lasts for minutes to hours, and the SDK takes it for throttling. */
const LIMIT = 'LimitExceededException';

type Refresh = StandardRetryStrategy['refreshRetryTokenForRetry'];

/** Waits out what comes too fast, and answers at once what one account has tried too often. */
class CognitoRetries extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(...[token, info]: Parameters<Refresh>): ReturnType<Refresh> {
    if (info.error instanceof Error && info.error.name === LIMIT) throw info.error;
    return super.refreshRetryTokenForRetry(token, info);
  }
}

let client: CognitoIdentityProviderClient | undefined;

/** The client of Cognito; one a Lambda, so that connections are kept. */
export const cognito = (): CognitoIdentityProviderClient =>
  (client ??= new CognitoIdentityProviderClient({
    ...clientSettings,
    maxAttempts: ATTEMPTS,
    retryStrategy: new CognitoRetries(ATTEMPTS),
  }));
