import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sesMailer } from '../../../functions/mail/mail.ses.ts';
import { localCredentials } from '../../../infra/local/aws/credentials.ts';
import { LOCAL_MAIL_FROM, startMail, type LocalMail } from '../../../infra/local/mail/mail.ts';
import type { Mail } from '../../../functions/mail/mail.ts';
import type { Mail as SentMail } from '../../../infra/local/system/outgoing-mail.ts';
import { newFolder } from '../../support/runner/temporary-folder.ts';
import { Sha256 } from '@aws-crypto/sha256-js';

const MAIL: Mail = {
  to: 'ada@fans.example',
  language: 'en',
  subject: 'Für Ada',
  text: 'Your code is 123456',
};

const credentials = localCredentials(newFolder());
const sent: SentMail[] = [];
let mail: LocalMail;
beforeAll(async () => {
  mail = await startMail({ credentials, deliver: (one) => sent.push(one) });
  process.env['AWS_ENDPOINT_URL_SESV2'] = mail.endpoint;
});
afterAll(async () => {
  delete process.env['AWS_ENDPOINT_URL_SESV2'];
  await mail.close();
});
beforeEach(() => sent.splice(0));

const mailer = (from = LOCAL_MAIL_FROM, keys = credentials) =>
  sesMailer({ from, region: 'us-east-1', credentials: keys, sha256: Sha256 });

describe('SES mail', () => {
  it('arrives as it was written, and says its language', async () => {
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
});
