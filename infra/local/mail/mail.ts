import * as z from 'zod/mini';
import { AwsError } from '../aws/aws-error.ts';
import { startAwsServer } from '../aws/aws-server.ts';
import type { Credentials } from '../aws/credentials.ts';
import type { Mail } from '../system/outgoing-mail.ts';

export interface LocalMail {
  readonly endpoint: string;
  close(): Promise<void>;
}

export interface MailOptions {
  readonly credentials: Credentials;
  /** Takes what SES would send. */
  readonly deliver: (mail: Mail) => void;
}

/** The one identity that may send here. */
export const LOCAL_MAIL_FROM = 'fanfare@fans.example';

const address = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/));
const content = z.object({ Data: z.string().check(z.minLength(1)) });
const header = z.object({ Name: z.string(), Value: z.string() });
const sendEmail = z.object({
  FromEmailAddress: address,
  Destination: z.object({ ToAddresses: z.array(address).check(z.minLength(1), z.maxLength(50)) }),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content }),
      Headers: z.optional(z.array(header).check(z.maxLength(15))),
    }),
  }),
});

/**
 * SES's stand-in: its SendEmail, of plain text.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export async function startMail({ credentials, deliver }: MailOptions): Promise<LocalMail> {
  let sent = 0;
  const operations = {
    'v2/email/outbound-emails': (input: unknown) => {
      const mail = sendEmail.safeParse(input);
      if (!mail.success) throw new AwsError('BadRequestException', z.prettifyError(mail.error));
      const { FromEmailAddress, Destination, Content } = mail.data;
      if (FromEmailAddress !== LOCAL_MAIL_FROM)
        throw new AwsError(
          'MessageRejected',
          `Email address is not verified. The following identities failed the check: ${FromEmailAddress}`,
        );
      const { Subject, Body, Headers } = Content.Simple;
      const headers = Headers && Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
      const words = { subject: Subject.Data, text: Body.Text.Data, ...(headers && { headers }) };
      for (const to of Destination.ToAddresses) deliver({ to, ...words });
      return { MessageId: `mail-${++sent}` };
    },
  };
  return startAwsServer({ credentials, operations });
}
