import { endpointOf, signedRequests, type Signing } from '#functions/aws/signed-requests.ts';
import type { MailTransport } from './mail.ts';

interface Sender {
  /** The address. */
  readonly from: string;
  /** Publishes what becomes of a mail (`infra/cloud/mail-sender.ts`). */
  readonly configurationSet: string;
}

/**
 * Sends plain text by Amazon SES without its client, because few requests send any. Throws when SES rejects it. Source:
 * Amazon SES API v2 Reference, "SendEmail".
 */
export function sesMailer({ from, configurationSet, ...signing }: Signing & Sender): MailTransport {
  const ask = signedRequests('ses', signing);
  return {
    send: async ({ to, language, subject, text, headers: others }) => {
      const headers = { 'Content-Language': language, ...others };
      const url = new URL('/v2/email/outbound-emails', await endpointOf('sesv2', signing.region, 'email'));
      const { status, body } = await ask({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          FromEmailAddress: from,
          ConfigurationSetName: configurationSet,
          Destination: { ToAddresses: [to] },
          Content: {
            Simple: {
              Subject: utf8(subject),
              Body: { Text: utf8(text) },
              Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
            },
          },
        }),
      });
      if (status !== 200) throw new Error(`SES answered ${status}: ${body}`);
    },
  };
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
