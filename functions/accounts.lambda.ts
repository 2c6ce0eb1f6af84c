import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { ulid } from 'ulid';
import { cognitoIdentity } from './auth/auth.cognito.ts';
import { accountsRepository } from './auth/auth.repository.ts';
import { authApp } from './auth/auth.routes.ts';
import { openTable } from './aws/table.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';

const environment = readEnvironment('accounts');
let cognito: CognitoIdentityProviderClient | undefined;

export const handler = httpHandler<'accounts'>(environment, {
  auth: authApp({
    identity: cognitoIdentity({
      client: () => (cognito ??= new CognitoIdentityProviderClient()),
      userPoolId: environment.USER_POOL_ID,
      clientId: environment.USER_POOL_CLIENT_ID,
    }),
    accounts: accountsRepository(openTable(environment.TABLE_NAME)),
    newId: () => ulid(),
    clock: Date.now,
  }),
});
