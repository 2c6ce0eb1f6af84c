import { ulid } from 'ulid';
import { accountsRepository } from './auth/auth.repository.ts';
import { authApp } from './auth/auth.routes.ts';
import { lazyPort } from './aws/lazy-port.ts';
import { openTable } from './aws/table.ts';
import { readEnvironment } from './environment.ts';
import { exportPorts } from './export-ports.ts';
import { httpHandler } from './http/lambda.ts';
import { addressCounter } from './limits/limits.adapters.ts';

const environment = readEnvironment('accounts');
const table = openTable(environment.TABLE_NAME);

export const handler = httpHandler<'accounts'>(environment, addressCounter(table, environment), {
  auth: async () => {
    const app = authApp({
      identity: lazyPort(async () => {
        const { cognitoIdentity } = await import('./auth/auth.cognito.ts');
        return cognitoIdentity({
          userPoolId: environment.USER_POOL_ID,
          clientId: environment.USER_POOL_CLIENT_ID,
        });
      }),
      accounts: accountsRepository(table),
      newId: () => ulid(),
      clock: Date.now,
    });
    const { serveExport } = await import('./auth/export/export.routes.ts');
    serveExport(app, exportPorts(table, environment));
    return app;
  },
});
