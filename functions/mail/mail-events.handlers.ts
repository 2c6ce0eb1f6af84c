import type { EventBridgeEvent } from 'aws-lambda';
import type { DeliveryStates } from './delivery-states.repository.ts';

interface Recipient {
  readonly emailAddress: string;
}

/** Source: Amazon SES Developer Guide, "Contents of event data that Amazon SES publishes". */
interface MailEventDetail {
  /** `timestamp`: when the mail was sent. */
  readonly mail?: { readonly timestamp: string };
  readonly bounce?: { readonly bounceType: string; readonly bouncedRecipients: readonly Recipient[] };
  readonly complaint?: {
    /** When the recipient's provider reported it. */
    readonly timestamp: string;
    readonly complaintFeedbackType?: string;
    readonly complainedRecipients: readonly Recipient[];
  };
}

/**
 * Handles *Email Bounced* and *Email Complaint Received*. Ignores what may pass, such as a full mailbox, and reports that a
 * mail is no spam. Throws for an event without a time.
 */
export async function onMailReturned(
  states: Pick<DeliveryStates, 'note'>,
  { detail: { mail, bounce, complaint } }: EventBridgeEvent<string, MailEventDetail>,
): Promise<void> {
  if (bounce?.bounceType === 'Permanent')
    for (const { emailAddress } of bounce.bouncedRecipients)
      await states.note(emailAddress, 'bounced', msOf(mail?.timestamp));
  if (complaint && complaint.complaintFeedbackType !== 'not-spam')
    for (const { emailAddress } of complaint.complainedRecipients)
      await states.note(emailAddress, 'complained', msOf(complaint.timestamp));
}

function msOf(timestamp = ''): number {
  const ms = Date.parse(timestamp);
  if (Number.isNaN(ms)) throw new Error(`The event of SES has no time: '${timestamp}'`);
  return ms;
}
