import * as z from 'zod/mini';
import type { ServiceGuards } from '../aws/service-guards.ts';
import { AwsError } from '../aws/aws-error.ts';
import { startAwsServer } from '../aws/aws-server.ts';
import type { RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import type { IamRequest } from '../aws/iam/evaluate.ts';
import type { Mail } from '../system/outgoing-mail.ts';

export interface LocalMail {
  readonly endpoint: string;
  close(): Promise<void>;
}

export interface MailOptions extends ServiceGuards {
  readonly credentials: Credentials;
  /** Receives the mail that SES would send. */
  readonly deliver: (mail: Mail) => void;
  /** Receives EventBridge's events about bounces and complaints: see {@link simulated}. */
  readonly raise: (event: RaisedEvent) => void;
  /** That mail is sent with. @default this machine's own */
  readonly configurationSet?: string | undefined;
}

/** The one verified identity and its configuration set. */
export const LOCAL_MAIL_FROM = 'fanfare@fans.example';
export const LOCAL_MAIL_SET = 'fanfare';

const address = z.string().check(z.regex(/^[^\s@]+@[^\s@]+$/));
const content = z.object({ Data: z.string().check(z.minLength(1)) });
const header = z.object({ Name: z.string(), Value: z.string() });
const sendEmail = z.object({
  FromEmailAddress: address,
  ConfigurationSetName: z.string(),
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
 * Starts the stand-in for SES: SendEmail with plain text, and the mailbox simulator: `bounce@simulator.amazonses.com`
 * bounces and `complaint@…` complains; a `+` suffix is ignored.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export async function startMail({
  credentials,
  deliver,
  raise,
  throttle,
  configurationSet = LOCAL_MAIL_SET,
  refuse,
}: MailOptions): Promise<LocalMail> {
  let sent = 0;
  const operations = {
    'v2/email/outbound-emails': (input: unknown) => {
      const mail = sendEmail.safeParse(input);
      if (!mail.success) throw new AwsError('BadRequestException', z.prettifyError(mail.error));
      const { FromEmailAddress, ConfigurationSetName, Destination, Content } = mail.data;
      // SES counts recipients.
      throttle?.('SendEmail', Destination.ToAddresses.length);
      if (FromEmailAddress !== LOCAL_MAIL_FROM)
        throw new AwsError(
          'MessageRejected',
          `Email address is not verified. The following identities failed the check: ${FromEmailAddress}`,
        );
      if (ConfigurationSetName !== configurationSet)
        throw new AwsError(
          'NotFoundException',
          `Configuration set <${ConfigurationSetName}> does not exist.`,
          404,
        );
      const { Subject, Body, Headers } = Content.Simple;
      const headers = Headers && Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
      const words = { subject: Subject.Data, text: Body.Text.Data, ...(headers && { headers }) };
      const MessageId = `mail-${++sent}`;
      for (const to of Destination.ToAddresses) {
        deliver({ to, ...words });
        const event = simulated(to, MessageId, configurationSet);
        if (event) raise(event);
      }
      return { MessageId };
    },
  };
  return startAwsServer({
    credentials,
    operations,
    authorization: refuse && { refuse, requests: (_, input) => sendingRequests(input) },
  });
}

const arn = (resource: string): string => `arn:aws:ses:${LOCAL_REGION}:${LOCAL_ACCOUNT}:${resource}`;

/** SES authorises the sender's identity and the configuration set. */
function sendingRequests(input: unknown): readonly IamRequest[] {
  const mail = sendEmail.safeParse(input);
  // The operation rejects it.
  if (!mail.success) return [];
  const { FromEmailAddress, ConfigurationSetName } = mail.data;
  const context = { 'ses:FromAddress': FromEmailAddress };
  return [`identity/${FromEmailAddress}`, `configuration-set/${ConfigurationSetName}`].map((resource) => ({
    action: 'ses:SendEmail',
    resource: arn(resource),
    context,
  }));
}

/** Source: Amazon SES Developer Guide, "Using the mailbox simulator" and "Contents of event data that Amazon SES publishes". */
function simulated(to: string, messageId: string, configurationSet: string): RaisedEvent | undefined {
  const [, outcome] = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i.exec(to) ?? [];
  if (!outcome) return undefined;
  const timestamp = new Date().toISOString();
  const mail = {
    timestamp,
    messageId,
    source: LOCAL_MAIL_FROM,
    destination: [to],
    tags: { 'ses:configuration-set': [configurationSet], 'ses:operation': ['SendEmail'] },
  };
  const about = { timestamp, feedbackId: `feedback-${messageId}` };
  const recipients = [{ emailAddress: to }];
  const resources = [`arn:aws:ses:${LOCAL_REGION}:${LOCAL_ACCOUNT}:configuration-set/${configurationSet}`];
  if (outcome.toLowerCase() === 'complaint')
    return {
      source: 'aws.ses',
      'detail-type': 'Email Complaint Received',
      resources,
      detail: {
        eventType: 'Complaint',
        mail,
        complaint: { ...about, complainedRecipients: recipients, complaintFeedbackType: 'abuse' },
      },
    };
  const bounce = {
    ...about,
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: recipients,
  };
  return {
    source: 'aws.ses',
    'detail-type': 'Email Bounced',
    resources,
    detail: { eventType: 'Bounce', mail, bounce },
  };
}
