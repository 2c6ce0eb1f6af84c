import { describe, expect, it } from 'vitest';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';

const site = await localApi({ mail: false });

describe('a stage that sends no mail', () => {
  it('treats a new address as verified, and says that it sends no mail', async () => {
    const { token, email } = await site.aUser();
    expect(expectSuccess('GET /auth/account', await site.api('GET', '/auth/account', { token }))).toEqual({
      email,
      is_email_verified: true,
      is_email_taken: false,
      pending_email: null,
      can_send_mail: false,
    });
  });

  it('changes no address, as the new one could not be verified', async () => {
    const { token, email, password } = await site.aUser();
    const body = { email: 'another@fans.example', password };
    const refused = await site.api('POST', '/auth/email', { token, body });
    expect(expectError(refused, 'conflict')).toBe("This site doesn't send email.");
    const settings = await site.api('GET', '/auth/account', { token });
    expect(expectSuccess('GET /auth/account', settings)).toMatchObject({ email, pending_email: null });
  });

  it('gives an address to the first account permanently', async () => {
    const { email } = await site.aUser();
    const body = { username: 'another_fan', email, password: 'whirl-and-hum-62' };
    expectError(await site.api('POST', '/auth/signup', { body }), 'email_taken');
  });
});
