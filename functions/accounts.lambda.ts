import { ulid } from 'ulid';
import { accountsRepository } from './auth/auth.repository.ts';
import { authApp } from './auth/auth.routes.ts';
import { lazyPort } from './aws/lazy-port.ts';
import { openTable } from './aws/table.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';

const environment = readEnvironment('accounts');

export const handler = httpHandler<'accounts'>(environment, {
  auth: async () =>
    authApp({
      identity: lazyPort(async () => {
        const { cognitoIdentity } = await import('./auth/auth.cognito.ts');
        return cognitoIdentity({
          userPoolId: environment.USER_POOL_ID,
          clientId: environment.USER_POOL_CLIENT_ID,
        });
      }),
      accounts: accountsRepository(openTable(environment.TABLE_NAME)),
      newId: () => ulid(),
      clock: Date.now,
    }),
});
