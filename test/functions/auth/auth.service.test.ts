import { describe, expect, it, vi } from 'vitest';
import type { Account } from '#functions/auth/account.ts';
import { logIn } from '#functions/auth/auth.service.ts';
import { changePassword, forgotPassword, resetPassword } from '#functions/auth/new-password.service.ts';
import { finishSessionEnd } from '#functions/auth/sessions/session-end.service.ts';
import { turnOnTwoFactor } from '#functions/auth/two-factor/two-factor.service.ts';
import { signUp } from '#functions/auth/sign-up.service.ts';
import { NO_SESSIONS } from '#functions/auth/table/session-list.ts';
import { NO_SECOND_FACTOR } from '#functions/auth/table/second-factor.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { PendingSessionEnd } from '#functions/auth/table/session-ends.repository.ts';
import type { AccountsRepository } from '#functions/auth/accounts/accounts.repository.ts';
import type { AuthDeps, IdentityProvider } from '#functions/auth/ports.ts';

const BODY = { username: 'Ada', email: 'ada@fans.example', password: 'a good password' };
const ID = '01M7W7VGFTPX5SWYQ2CG6KGNFC';
const DEVICE = { words: 'Firefox on Linux', mark: undefined, refreshToken: undefined };

interface Parts {
  readonly identity?: Partial<IdentityProvider>;
  readonly accounts?: Partial<AccountsRepository>;
}

/** Ports that work, without accounts, except for what the test replaces. */
function portsWith({ identity = {}, accounts = {} }: Parts) {
  const people = new Set<string>();
  const ports: AuthDeps = {
    identity: {
      create: async (id) => void people.add(id),
      delete: async (id) => void people.delete(id),
      isPassword: async (id) => people.has(id),
      setEmail: async () => {},
      setPassword: async () => {},
      sendResetCode: async () => {},
      resetPassword: async () => true,
      ...identity,
    },
    accounts: {
      create: async () => null,
      findClaim: async () => null,
      findById: async () => null,
      findByName: async () => null,
      setLanguage: async () => true,
      beginDeletion: async () => {},
      ...accounts,
    },
    guesses: { claim: async () => 0, giveBack: async () => {}, forget: async () => {} },
    devices: { idOf: () => null, marked: () => 'a mark' },
    codes: {
      find: async () => null,
      replace: async () => true,
      takeTry: async () => true,
      prove: async () => 'proven',
      holderOf: async () => 'unclaimed',
    },
    mail: { canSend: false, send: async () => {}, noteArrival: async () => {} },
    countCode: async () => {},
    pushes: { end: async () => {} },
    sessions: { find: async () => NO_SESSIONS, replace: async () => true },
    sessionEnds: { begin: async () => {}, postpone: async () => true, remove: async () => {} },
    secondFactors: { find: async () => NO_SECOND_FACTOR, replace: async () => true },
    issueToken: ({ id, sessionId }) => `${id}/${sessionId}`,
    newId: () => ID,
    clock: () => Date.parse('2026-11-20T10:00:00Z'),
  };
  return { ports, people };
}

describe('a sign-up', () => {
  it('creates the account under a new id and logs in', async () => {
    const { ports, people } = portsWith({});
    expect((await signUp(ports, BODY, DEVICE)).session).toEqual({
      token: `${ID}/${ID}`,
      user: {
        id: ID,
        username: 'Ada',
        display_name: 'Ada',
        email: 'ada@fans.example',
        created_at: '2026-11-20T10:00:00.000Z',
      },
    });
    expect([...people]).toEqual([ID]);
  });

  it('deletes the Cognito user when the table fails, and passes the failure on', async () => {
    const failure = new Error('the table is away');
    const { ports, people } = portsWith({ accounts: { create: () => Promise.reject(failure) } });
    await expect(signUp(ports, BODY, DEVICE)).rejects.toBe(failure);
    expect(people.size).toBe(0);
  });

  it.each([
    ['username', 'username_taken'],
    ['email', 'email_taken'],
  ] as const)('deletes the Cognito user when its %s is taken at the last moment', async (claim, code) => {
    const { ports, people } = portsWith({ accounts: { create: async () => claim } });
    await expect(signUp(ports, BODY, DEVICE)).rejects.toMatchObject({ code });
    expect(people.size).toBe(0);
  });

  it('claims no name when the password is refused', async () => {
    const refusal = new Error('not this password');
    const create = vi.fn(async () => null);
    const { ports } = portsWith({
      identity: { create: () => Promise.reject(refusal) },
      accounts: { create },
    });
    await expect(signUp(ports, BODY, DEVICE)).rejects.toBe(refusal);
    expect(create).not.toHaveBeenCalled();
  });

  it('creates no Cognito user when a name is taken already', async () => {
    const create = vi.fn(async () => {});
    const { ports } = portsWith({ identity: { create }, accounts: { findClaim: async () => 'username' } });
    await expect(signUp(ports, BODY, DEVICE)).rejects.toMatchObject({ code: 'username_taken' });
    expect(create).not.toHaveBeenCalled();
  });
});

describe('a reserved name', () => {
  it.each(['admin', 'Support', 'FANFARE', 'go_live', '_api_'])('%s cannot be claimed', async (username) => {
    const [person, claims] = [vi.fn(async () => {}), vi.fn(async () => null)];
    const { ports } = portsWith({ identity: { create: person }, accounts: { create: claims } });
    await expect(signUp(ports, { ...BODY, username }, DEVICE)).rejects.toMatchObject({
      code: 'username_taken',
      message: 'username_reserved',
    });
    expect(person).not.toHaveBeenCalled();
    expect(claims).not.toHaveBeenCalled();
  });
});

describe('a forgotten password', () => {
  it.each(['nobody', 'nobody@fans.example'])(
    'takes the same steps for %s as for a known account',
    async (username) => {
      const [sendResetCode, reset] = [vi.fn(async (_id: string) => {}), vi.fn(async (_id: string) => false)];
      const { ports } = portsWith({ identity: { sendResetCode, resetPassword: reset } });
      await forgotPassword(ports, username);
      await expect(
        resetPassword(ports, { username, code: '123456', password: 'a new one' }, DEVICE),
      ).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect(sendResetCode).toHaveBeenCalledOnce();
      expect(reset).toHaveBeenCalledOnce();
      // A valid username of Cognito, and an unused one.
      expect(sendResetCode.mock.calls[0]?.[0]).toMatch(/^NOBODY-[\da-f]+$/);
      expect(reset.mock.calls[0]?.[0]).toBe(sendResetCode.mock.calls[0]?.[0]);
    },
  );
});

describe('a password reset', () => {
  const ADA = { ...BODY, id: ID, display_name: 'Ada' } as unknown as Account;
  const reset = (ports: AuthDeps) =>
    resetPassword(ports, { username: 'Ada', code: '123456', password: 'a newer breeze 63' }, DEVICE);

  it('leaves the end of all sessions to the tick when the table fails after the code is used up', async () => {
    const begin = vi.fn(async (_begun: PendingSessionEnd) => {});
    const remove = vi.fn(async () => {});
    const { ports } = portsWith({ accounts: { findByName: async () => ADA, findById: async () => ADA } });
    const failing = {
      ...ports,
      sessionEnds: { begin, postpone: async () => true, remove },
      sessions: { ...ports.sessions, replace: () => Promise.reject(new Error('throttled')) },
    };
    await expect(reset(failing)).rejects.toThrow('throttled');
    expect(remove).not.toHaveBeenCalled();
    const replace = vi.fn(async () => true);
    await finishSessionEnd({ ...failing, sessions: { ...ports.sessions, replace } }, begin.mock.calls[0]![0]);
    expect(replace).toHaveBeenCalledWith(ID, NO_SESSIONS, { ...NO_SESSIONS, generation: 1 });
    expect(remove).toHaveBeenCalledOnce();
  });

  it.each([
    ['a wrong code', async () => false, 'invalid_credentials'],
    [
      'a limit',
      () => Promise.reject(new DomainError('too_many_requests', 'many_attempts')),
      'too_many_requests',
    ],
  ])('leaves nothing to the tick after %s', async (_, answer, code) => {
    const { ports } = portsWith({
      identity: { resetPassword: answer },
      accounts: { findByName: async () => ADA },
    });
    const remove = vi.fn(async () => {});
    await expect(reset({ ...ports, sessionEnds: { ...ports.sessionEnds, remove } })).rejects.toMatchObject({
      code,
    });
    expect(remove).toHaveBeenCalledOnce();
  });
});

it('turning on two-factor log-in notes the end of all sessions, and takes it back after a wrong code', async () => {
  const order: string[] = [];
  const { ports } = portsWith({ accounts: { findById: async () => ({ id: ID }) as unknown as Account } });
  const sessionEnds = {
    ...ports.sessionEnds,
    begin: async () => void order.push('begin'),
    remove: async () => void order.push('remove'),
  };
  const secondFactors = {
    ...ports.secondFactors,
    find: async () => ({ ...NO_SECOND_FACTOR, secret: 'begun' }),
  };
  const caller = { id: ID, sessionId: 'mine' };
  const turnOn = turnOnTwoFactor({ ...ports, sessionEnds, secondFactors }, caller, '123456', DEVICE);
  await expect(turnOn).rejects.toBeInstanceOf(DomainError);
  expect(order).toEqual(['begin', 'remove']);
});

describe('a password change', () => {
  it('has ended every other session when the table fails after it', async () => {
    const order: string[] = [];
    const { ports, people } = portsWith({
      identity: { setPassword: async () => void order.push('password') },
      accounts: { findById: async () => ({ ...BODY, id: ID, display_name: 'Ada' }) as unknown as Account },
    });
    people.add(ID);
    const replace = vi.fn(async () => {
      if (order.includes('password')) throw new Error('throttled');
      order.push('sessions');
      return true;
    });
    const words = { current_password: BODY.password, new_password: 'a newer breeze 63' };
    const change = changePassword(
      { ...ports, sessions: { ...ports.sessions, replace } },
      { id: ID, sessionId: 'mine' },
      words,
      DEVICE,
    );
    await expect(change).rejects.toThrow('throttled');
    expect(order).toEqual(['sessions', 'password']);
  });
});

describe('a login', () => {
  const ADA: Account = {
    ...BODY,
    id: ID,
    displayName: 'Ada',
    createdAt: '2026-11-20T10:00:00.000Z',
    isUnverified: false,
  };

  it('checks a password for an unknown name too, so that timing reveals nothing', async () => {
    const isPassword = vi.fn(async () => false);
    const { ports } = portsWith({ identity: { isPassword } });
    await expect(logIn(ports, BODY, DEVICE)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(isPassword).toHaveBeenCalledOnce();
  });

  it('counts tries for each unknown name, whatever its case', async () => {
    const isPassword = vi.fn(async (_id: string) => false);
    const { ports } = portsWith({ identity: { isPassword } });
    for (const username of ['Nobody', 'nobody', 'nobody2', 'two words 😀'])
      await expect(logIn(ports, { ...BODY, username }, DEVICE)).rejects.toThrow('wrong_login');
    const ids = isPassword.mock.calls.map(([id]) => id);
    expect(new Set(ids).size).toBe(3);
    // What Cognito takes as a username.
    for (const id of ids) expect(id).toMatch(/^[\w-]{1,128}$/);
  });

  it('never logs an unknown name in', async () => {
    const { ports } = portsWith({ identity: { isPassword: async () => true } });
    await expect(logIn(ports, BODY, DEVICE)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it('checks the password under the account’s id, not its name', async () => {
    const isPassword = vi.fn(async () => true);
    const { ports } = portsWith({ identity: { isPassword }, accounts: { findByName: async () => ADA } });
    await logIn(ports, BODY, DEVICE);
    expect(isPassword).toHaveBeenCalledWith(ID, BODY.password);
  });
});
