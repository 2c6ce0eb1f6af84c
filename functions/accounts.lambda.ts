import { ulid } from 'ulid';
import { accountsRepository } from './auth/auth.repository.ts';
import { authApp } from './auth/auth.routes.ts';
import { emailAdapters } from './auth/email/email.adapters.ts';
import { serveEmail } from './auth/email/email.routes.ts';
import { emailNotices, emailProofs } from './auth/email/proofs.service.ts';
import { guessesRepository } from './auth/guesses/guesses.repository.ts';
import { knownDevices } from './auth/guesses/known-devices.ts';
import type { AuthPorts } from './auth/ports.ts';
import { serveTwoFactor } from './auth/two-factor/two-factor.routes.ts';
import { lazyPort } from './base/lazy-port.ts';
import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { exportPorts } from './composition/export-ports.ts';
import { sessionAuthenticator } from './auth/authenticator.ts';
import { httpHandler } from './http/lambda.ts';
import { addressCounter } from './limits/limits.adapters.ts';
import { stageLimits } from './limits/stage-limits.ts';
import { issueAccessToken } from './auth/access-token.ts';
import { sessionsRepository } from './auth/sessions.repository.ts';
import { createSigner } from './base/signed.ts';

const environment = readEnvironment('accounts');
const table = openTable(environment.TABLE_NAME);
const signer = createSigner(environment.TOKEN_KEYS);
const tokenLifeS = Number(environment.ACCESS_TOKEN_LIFE_S);

const secondFactors = lazyPort(async () => {
  const { secondFactorsRepository } = await import('./auth/two-factor/second-factors.repository.ts');
  return secondFactorsRepository(table, environment.SECOND_FACTOR_KEYS);
});

const guards = {
  authenticator: sessionAuthenticator(table, environment.TOKEN_KEYS),
  rates: addressCounter(table, environment),
};

export const handler = httpHandler<'accounts'>(environment, guards, {
  auth: async () => {
    const ports: Omit<AuthPorts, 'proofs' | 'notices'> = {
      identity: lazyPort(async () => {
        const { cognitoIdentity } = await import('./auth/auth.cognito.ts');
        return cognitoIdentity({
          userPoolId: environment.USER_POOL_ID,
          clientId: environment.USER_POOL_CLIENT_ID,
        });
      }),
      accounts: accountsRepository(table),
      sessions: sessionsRepository(table),
      tokens: { issue: (signedIn) => issueAccessToken(signer, signedIn, tokenLifeS) },
      guesses: guessesRepository(table, stageLimits(environment.LIMITS).guesses),
      devices: knownDevices(environment.TOKEN_KEYS),
      secondFactor: lazyPort(async () => {
        const { secondFactorGate } = await import('./auth/two-factor/second-factor.gate.ts');
        return secondFactorGate({ secondFactors, clock: Date.now });
      }),
      newId: () => ulid(),
      clock: Date.now,
    };
    const email = emailAdapters(table, ports, { from: environment.MAIL_FROM, rates: guards.rates });
    const notices = emailNotices(email);
    const app = authApp({ ...ports, proofs: emailProofs(email), notices });
    serveEmail(app, email);
    serveTwoFactor(app, { ...ports, secondFactors, notices });
    const { serveExport } = await import('./auth/export/export.routes.ts');
    serveExport(app, exportPorts(table, environment));
    return app;
  },
});
