import { ulid } from 'ulid';
import { accountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import { authApp } from './auth/auth.routes.ts';
import { emailAdapters } from './auth/email/email.adapters.ts';
import { guessesRepository } from './auth/guesses/guesses.repository.ts';
import { knownDevices } from './auth/guesses/known-devices.ts';
import type { AuthDeps } from './auth/ports.ts';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { exportDeps } from './composition/export-deps.ts';
import { issueAccessToken, sessionAuthenticator } from '#functions/auth/sessions/authenticator.ts';
import { httpHandler } from './http/lambda.ts';
import { rateCounterOf } from './limits/limits.adapters.ts';
import { stageLimits } from './limits/stage-limits.ts';
import { sessionsRepository } from '#functions/auth/table/sessions.repository.ts';
import { createSigner } from './base/signed.ts';

const environment = readEnvironment('accounts');
const table = openTable(environment.TABLE_NAME);
const signer = createSigner(environment.TOKEN_KEYS);
const tokenLifeS = Number(environment.ACCESS_TOKEN_LIFE_S);

const guards = {
  authenticator: sessionAuthenticator(table, environment.TOKEN_KEYS),
  rates: rateCounterOf(table, environment),
};

export const handler = httpHandler<'accounts'>(environment, guards, {
  auth: async () => {
    const ports: AuthDeps = {
      ...emailAdapters(table, environment, guards.rates),
      identity: lazyPort(async () => {
        const { cognitoIdentity } = await import('./auth/auth.cognito.ts');
        return cognitoIdentity({
          userPoolId: environment.USER_POOL_ID,
          clientId: environment.USER_POOL_CLIENT_ID,
        });
      }),
      accounts: accountsRepository(table),
      sessions: sessionsRepository(table),
      issueToken: (caller) => issueAccessToken(signer, caller, tokenLifeS),
      guesses: guessesRepository(table, stageLimits(environment.LIMITS).guesses),
      devices: knownDevices(environment.TOKEN_KEYS),
      secondFactors: lazyPort(async () => {
        const { secondFactorsRepository } = await import('./auth/table/second-factors.repository.ts');
        return secondFactorsRepository(table, environment.SECOND_FACTOR_KEYS);
      }),
      sessionEnds: lazyPort(async () => {
        const { sessionEndsRepository } = await import('./auth/table/session-ends.repository.ts');
        return sessionEndsRepository(table);
      }),
      pushes: lazyPort(async () => (await import('./composition/session-pushes.ts')).sessionPushes(table)),
      newId: () => ulid(),
      clock: Date.now,
    };
    const app = authApp(ports);
    const { serveExport } = await import('./auth/export/export.routes.ts');
    serveExport(app, ports, exportDeps(table, environment));
    return app;
  },
});
