/** An address from which mail comes back, or whose owner calls it spam, gets no more mail. */
import { beforeEach, describe, expect, it } from 'vitest';
import { deliveryStates } from '#functions/mail/delivery-states.repository.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';

const NEW_PASSWORD = 'a better password';

const site = await localApi({ mail: true });
beforeEach(() => {
  site.courier.isHolding = false;
  site.courier.raised.splice(0);
});

let people = 0;
/** Of SES's mailbox simulator. */
const simulated = (outcome: string): string => `${outcome}+${++people}@simulator.amazonses.com`;

const stateOf = (address: string) => deliveryStates(site.table).find(address);
const mailsTo = (address: string): number => site.pool.mailsTo(address).length;

async function changePassword({ token }: TestUser, from: string, to: string): Promise<void> {
  const body = { current_password: from, new_password: to };
  const answer = await site.api('POST', '/auth/change-password', { token, body });
  expectSuccess('POST /auth/change-password', answer);
}
const confirm = ({ token, email }: TestUser) =>
  site.api('POST', '/auth/email/confirm', { token, body: { code: site.pool.lastCodeTo(email) } });
const codeAgain = ({ token }: TestUser) => site.api('POST', '/auth/email/code', { token });

async function aProven(outcome: string): Promise<TestUser> {
  const user = await site.aUser({ email: simulated(outcome) });
  await site.courier.settled();
  expect((await confirm(user)).status).toBe(200);
  return user;
}

describe('mail that comes back', () => {
  it('is the last notice, whatever the case of the address', async () => {
    const ada = await aProven('bounce');
    const before = mailsTo(ada.email);
    await changePassword(ada, ada.password, NEW_PASSWORD);
    await site.courier.settled();
    expect(mailsTo(ada.email)).toBe(before + 1);
    expect(await stateOf(ada.email.toUpperCase())).toBe('bounced');
    await changePassword(ada, NEW_PASSWORD, ada.password);
    expect(mailsTo(ada.email)).toBe(before + 1);
    expect(site.log.entries()).toContainEqual(
      expect.objectContaining({ step: 'mail.withheld', state: 'bounced' }),
    );
    expect(site.courier.failures).toEqual([]);
  });

  it('does not stop codes, and one that is entered lets mail through again', async () => {
    const ada = await site.aUser({ email: simulated('bounce') });
    await site.courier.settled();
    expect(await stateOf(ada.email)).toBe('bounced');
    site.courier.isHolding = true;
    expect((await codeAgain(ada)).status).toBe(204);
    expect(mailsTo(ada.email)).toBe(2);
    expect((await confirm(ada)).status).toBe(200);
    expect(await stateOf(ada.email)).toBe('arrived');
    await changePassword(ada, ada.password, NEW_PASSWORD);
    expect(mailsTo(ada.email)).toBe(3);
  });

  it('does not stop codes for forgotten passwords, which Cognito sends', async () => {
    const ada = await aProven('bounce');
    await changePassword(ada, ada.password, NEW_PASSWORD);
    await site.courier.settled();
    await site.api('POST', '/auth/forgot-password', { body: { username: ada.username } });
    const body = { username: ada.username, code: site.pool.lastCodeTo(ada.email), password: ada.password };
    site.courier.isHolding = true;
    const before = mailsTo(ada.email);
    expectSuccess('POST /auth/reset-password', await site.api('POST', '/auth/reset-password', { body }));
    expect(await stateOf(ada.email)).toBe('arrived');
    expect(mailsTo(ada.email)).toBe(before + 1);
  });
});

describe('mail that is called spam', () => {
  it('is the last, codes included', async () => {
    const eve = await site.aUser({ email: simulated('complaint') });
    await site.courier.settled();
    expect(await stateOf(eve.email)).toBe('complained');
    expect(expectError(await codeAgain(eve), 'conflict')).toContain('another address');
    expect(mailsTo(eve.email)).toBe(1);
  });
});

describe('events of SES', () => {
  const SENT_AT = '2026-11-27T12:00:00.000Z';
  const earlier = '2026-11-27T11:00:00.000Z';
  const event = (detail: object, type = 'Email Bounced') =>
    site.deliver({ 'detail-type': type, source: 'aws.ses', resources: [], detail });
  const bounced = (emailAddress: string, bounceType: string, timestamp = SENT_AT) =>
    event({
      eventType: 'Bounce',
      mail: { timestamp },
      bounce: { bounceType, bouncedRecipients: [{ emailAddress }] },
    });
  const complained = (emailAddress: string, complaintFeedbackType?: string) =>
    event(
      {
        eventType: 'Complaint',
        mail: { timestamp: earlier },
        complaint: { timestamp: SENT_AT, complaintFeedbackType, complainedRecipients: [{ emailAddress }] },
      },
      'Email Complaint Received',
    );
  let address: string;
  beforeEach(() => {
    address = `${++people}@fans.example`;
  });

  it.each(['Transient', 'Undetermined'])(
    'of the kind %s do not count, as the mailbox may be full',
    async (kind) => {
      await bounced(address, kind);
      expect(await stateOf(address)).toBeNull();
    },
  );

  it('that mail is no spam do not count', async () => {
    await complained(address, 'not-spam');
    expect(await stateOf(address)).toBeNull();
    await complained(address);
    expect(await stateOf(address)).toBe('complained');
  });

  it('may come twice', async () => {
    await bounced(address, 'Permanent');
    await bounced(address, 'Permanent');
    expect(await stateOf(address)).toBe('bounced');
  });

  it('may come after a later mail has arrived', async () => {
    await deliveryStates(site.table).note(address, 'arrived', Date.parse(SENT_AT));
    await bounced(address, 'Permanent', earlier);
    expect(await stateOf(address)).toBe('arrived');
    await bounced(address, 'Permanent', '2026-11-27T13:00:00.000Z');
    expect(await stateOf(address)).toBe('bounced');
  });

  it('without a time are refused, and change nothing', async () => {
    await expect(bounced(address, 'Permanent', 'yesterday')).rejects.toThrow("has no time: 'yesterday'");
    expect(await stateOf(address)).toBeNull();
  });
});
