import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { clientSettings } from './client-settings.ts';

let client: CognitoIdentityProviderClient | undefined;

/** The client of Cognito; one a Lambda, so that connections are kept. */
export const cognito = (): CognitoIdentityProviderClient =>
  // What a person tried too often, it refuses like what comes too fast: nobody shall wait long to be told so.
  (client ??= new CognitoIdentityProviderClient({ ...clientSettings, maxAttempts: 3 }));
