import { ulid } from 'ulid';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { createSigner } from '#functions/base/signed.ts';
import { exportDeps } from '#functions/composition/export-deps.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { authApp } from './auth.routes.ts';
import { emailAdapters } from './email/email.adapters.ts';
import { guessesRepository } from './guesses/guesses.repository.ts';
import { knownDevices } from './guesses/known-devices.ts';
import type { AuthDeps } from './ports.ts';
import { issueSessionToken } from './sessions/authenticator.ts';
import { accountsRepository } from './accounts/accounts.repository.ts';
import { sessionsRepository } from './table/sessions.repository.ts';

export async function feature(context: LambdaContext<'accounts'>) {
  const ports = authDeps(context);
  const app = authApp(ports);
  const { serveExport } = await import('./export/export.routes.ts');
  serveExport(app, ports, exportDeps(context.table, context.environment));
  return app;
}

function authDeps({ table, environment, rates, clock }: LambdaContext<'accounts'>): AuthDeps {
  const signer = createSigner(environment.TOKEN_KEYS);
  return {
    ...emailAdapters(table, environment, rates),
    identity: lazyPort(async () => {
      const { cognitoIdentity } = await import('./auth.cognito.ts');
      return cognitoIdentity({
        userPoolId: environment.USER_POOL_ID,
        clientId: environment.USER_POOL_CLIENT_ID,
      });
    }),
    accounts: accountsRepository(table),
    sessions: sessionsRepository(table),
    issueToken: (caller) => issueSessionToken(signer, caller, Number(environment.SESSION_TOKEN_LIFE_S)),
    guesses: guessesRepository(table, stageLimits(environment.LIMITS).guesses),
    devices: knownDevices(environment.TOKEN_KEYS),
    secondFactors: lazyPort(async () => {
      const { secondFactorsRepository } = await import('./table/second-factors.repository.ts');
      return secondFactorsRepository(table, environment.SECOND_FACTOR_KEYS);
    }),
    sessionEnds: lazyPort(async () => {
      const { sessionEndsRepository } = await import('./table/session-ends.repository.ts');
      return sessionEndsRepository(table);
    }),
    pushes: lazyPort(async () =>
      (await import('#functions/composition/session-pushes.ts')).sessionPushes(table),
    ),
    newId: () => ulid(),
    clock,
  };
}
