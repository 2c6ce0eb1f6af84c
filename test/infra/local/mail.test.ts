import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sesMailer } from '#functions/mail/mail.ses.ts';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import type { BusEvent, RaisedEvent } from '#infra/agreed/event.ts';
import { matches } from '#infra/agreed/event-pattern.ts';
import { eventRules } from '#infra/agreed/event-rules.ts';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';
import { LOCAL_MAIL_FROM, LOCAL_MAIL_SET, startMail, type LocalMail } from '#infra/local/mail/mail.ts';
import type { Mail } from '#functions/mail/mail.ts';
import type { Mail as SentMail } from '#infra/local/system/outgoing-mail.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import { Sha256 } from '@aws-crypto/sha256-js';

const MAIL: Mail = {
  to: 'ada@fans.example',
  language: 'en',
  subject: 'Für Ada',
  text: 'Your code is 123456',
};

const credentials = localCredentials(newFolder());
const sent: SentMail[] = [];
const raised: RaisedEvent[] = [];
let mail: LocalMail;
beforeAll(async () => {
  mail = await startMail({
    credentials,
    deliver: (one) => sent.push(one),
    raise: (event) => raised.push(event),
  });
  process.env['AWS_ENDPOINT_URL_SESV2'] = mail.endpoint;
});
afterAll(async () => {
  delete process.env['AWS_ENDPOINT_URL_SESV2'];
  await mail.close();
});
beforeEach(() => {
  sent.splice(0);
  raised.splice(0);
});

const mailer = (from = LOCAL_MAIL_FROM, keys = credentials) =>
  sesMailer({
    from,
    configurationSet: LOCAL_MAIL_SET,
    region: 'us-east-1',
    credentials: keys,
    sha256: Sha256,
  });

describe('SES mail', () => {
  it('arrives unchanged, with its language', async () => {
    const { language, ...words } = MAIL;
    const headers = { 'List-Id': 'Fanfare <news.fans.example>' };
    await mailer().send({ ...MAIL, headers });
    expect(sent).toEqual([{ ...words, headers: { 'Content-Language': language, ...headers } }]);
  });

  it('comes from a verified address', async () => {
    await expect(mailer('somebody@else.example').send(MAIL)).rejects.toThrow(/MessageRejected/);
    expect(sent).toEqual([]);
  });

  it('is sent with the right key only', async () => {
    const keys = { ...credentials, secretAccessKey: 'guessed' };
    await expect(mailer(LOCAL_MAIL_FROM, keys).send(MAIL)).rejects.toThrow(/403/);
    expect(sent).toEqual([]);
  });

  it.each([{ to: 'nobody' }, { subject: '' }, { text: '' }])('is refused with %o', async (bad) => {
    await expect(mailer().send({ ...MAIL, ...bad })).rejects.toThrow(/BadRequestException/);
    expect(sent).toEqual([]);
  });

  it('raises an event on bounces and complaints, as in SES’s mailbox simulator', async () => {
    for (const to of ['success@simulator.amazonses.com', MAIL.to]) await mailer().send({ ...MAIL, to });
    expect(raised).toEqual([]);
    for (const to of ['bounce+1@simulator.amazonses.com', 'complaint@simulator.amazonses.com'])
      await mailer().send({ ...MAIL, to });
    expect(raised).toMatchObject([
      {
        'detail-type': 'Email Bounced',
        detail: {
          bounce: {
            bounceType: 'Permanent',
            bouncedRecipients: [{ emailAddress: 'bounce+1@simulator.amazonses.com' }],
          },
        },
      },
      {
        'detail-type': 'Email Complaint Received',
        detail: {
          complaint: { complainedRecipients: [{ emailAddress: 'complaint@simulator.amazonses.com' }] },
        },
      },
    ]);
    const { MailReturned } = eventRules({
      ...LOCAL_QUEUES,
      uploadsBucket: '',
      recordingsBucket: '',
      mailConfigurationSet: LOCAL_MAIL_SET,
    });
    expect(raised.map((event) => matches(MailReturned, event as BusEvent))).toEqual([true, true]);
  });
});
