import { describe, expect, it } from 'vitest';
import type { AuthDeps } from '#functions/auth/ports.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type LocalApi, type TestUser } from '#test/support/api/local-api.ts';
import { KilledError } from '#test/support/api/killable-ports.ts';

const NEW_PASSWORD = 'a better password';

const site = await localApi({ mail: true });
const ports = await portsOf(site);

async function portsOf({ table, pool }: LocalApi): Promise<AuthDeps> {
  const { emailAdapters } = await import('#functions/auth/email/email.adapters.ts');
  const { sessionEndsRepository } = await import('#functions/auth/table/session-ends.repository.ts');
  const { accountsRepository } = await import('#functions/auth/accounts/accounts.repository.ts');
  const { cognitoIdentity } = await import('#functions/auth/auth.cognito.ts');
  const { sessionsRepository } = await import('#functions/auth/table/sessions.repository.ts');
  const { secondFactorsRepository } = await import('#functions/auth/table/second-factors.repository.ts');
  const { MAIL_FROM = '', MAIL_CONFIGURATION_SET = '' } = process.env;
  const { UserPoolId: userPoolId, ClientId: clientId } = pool.ids;
  const identity = cognitoIdentity({ client: () => pool.client, userPoolId, clientId });
  const rates = { count: async () => undefined };
  return {
    ...emailAdapters(table, { MAIL_FROM, MAIL_CONFIGURATION_SET }, rates),
    accounts: accountsRepository(table),
    identity,
    guesses: { claim: async () => 0, giveBack: async () => {}, forget: async () => {} },
    devices: { idOf: () => null, marked: () => '' },
    sessions: sessionsRepository(table),
    secondFactors: secondFactorsRepository(table, 'a key'),
    sessionEnds: sessionEndsRepository(table),
    issueToken: () => '',
    pushes: { end: async () => {} },
    newId: () => '',
    clock: Date.now,
  };
}

/** Ports of a process that is killed once this call is done; its answer never comes. */
function killedAfter(port: 'codes' | 'identity' | 'mail', call: string, time = 1): AuthDeps {
  let left = time;
  const guard = <P extends object>(name: string, target: P): P =>
    new Proxy(target, {
      get: (known, key) => {
        const method: unknown = Reflect.get(known, key);
        if (typeof method !== 'function') return method;
        return async (...input: unknown[]): Promise<unknown> => {
          if (left === 0) throw new KilledError(`before ${name}.${String(key)}`);
          const answer: unknown = await method.apply(known, input);
          if (name === port && key === call) left -= 1;
          if (left === 0) throw new KilledError(`in ${name}.${String(key)}`);
          return answer;
        };
      },
    });
  const { codes, identity, mail } = ports;
  return {
    ...ports,
    codes: guard('codes', codes),
    identity: guard('identity', identity),
    mail: guard('mail', mail),
  };
}

/** Somebody with a proven address who has asked for another. */
async function aChange(): Promise<{ user: TestUser; next: string; code: string }> {
  const { confirmEmail, changeEmail } = await import('#functions/auth/email/email.service.ts');
  const user = await site.aUser();
  await confirmEmail(ports, user.id, site.pool.lastCodeTo(user.email));
  const next = `next_of_${user.username}@fans.example`;
  await changeEmail(ports, { id: user.id, sessionId: '' }, { email: next, password: user.password });
  return { user, next, code: site.pool.lastCodeTo(next) };
}

const claimOf = (email: string) => getItem(site.table, { pk: `EMAIL#${email}`, sk: 'CLAIM' });
const resetTo = async ({ username }: TestUser): Promise<string | undefined> => {
  await site.api('POST', '/auth/forgot-password', { body: { username } });
  return site.pool.mails.at(-1)?.to;
};

describe('an e-mail confirmation whose process is killed', () => {
  it.each([
    ['before anything', 'codes', 'takeTry'],
    ['once table and claims are written', 'codes', 'prove'],
    ['once Cognito knows', 'identity', 'setEmail'],
    ['once the old address is notified', 'mail', 'send'],
    ['at the very end', 'codes', 'replace'],
  ] as const)('%s, is made whole by the same code entered again', async (_, port, call) => {
    const { confirmEmail } = await import('#functions/auth/email/email.service.ts');
    const { user, next, code } = await aChange();
    await expect(confirmEmail(killedAfter(port, call), user.id, code)).rejects.toThrow(KilledError);
    expect(await confirmEmail(ports, user.id, code)).toMatchObject({ id: user.id, email: next });
    expect(await claimOf(next)).toMatchObject({ channel_id: user.id });
    expect(await claimOf(user.email)).toBeUndefined();
    expect(site.pool.mailsTo(user.email).at(-1)?.subject).toBe('Your Fanfare email address was changed');
    expect(await resetTo(user)).toBe(next);
  });

  it('is completed by a later password reset too', async () => {
    const { confirmEmail } = await import('#functions/auth/email/email.service.ts');
    const { user, next, code } = await aChange();
    await expect(confirmEmail(killedAfter('codes', 'prove'), user.id, code)).rejects.toThrow(KilledError);
    expect(await resetTo(user)).toBe(next);
    const body = { username: next, code: site.pool.lastCodeTo(next), password: NEW_PASSWORD };
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
  });
});
