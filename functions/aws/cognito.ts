import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { clientSettings } from './client-settings.ts';

let client: CognitoIdentityProviderClient | undefined;

/** The client of Cognito; one a Lambda, so that connections are kept. */
export const cognito = (): CognitoIdentityProviderClient =>
  (client ??= new CognitoIdentityProviderClient(clientSettings));
