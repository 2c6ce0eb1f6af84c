import { Stack } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import {
  ConfigurationSet,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { acknowledge, everyOf } from './parts/acknowledge.ts';

export interface MailSenderProps {
  /** The address, or one of the domain, is an identity of SES in this region. @default none: no mail is sent */
  readonly from?: string | undefined;
}

/**
 * Who mail to people comes from. Identities are the operator's, who shows them to be theirs (runbook). What comes back, and
 * what is called spam, goes to the default bus of EventBridge; the `events` Lambda notes the address.
 */
export class MailSender extends Construct {
  /** Empty where no mail is sent. */
  readonly from: string;
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string, { from = '' }: MailSenderProps) {
    super(scope, id);
    this.from = from;
    this.configurationSetName = Stack.of(this).stackName;
    const set = new ConfigurationSet(this, 'Set', {
      configurationSetName: this.configurationSetName,
      // SES itself would withhold codes, which people wait for, from every address that once bounced.
      suppressionReasons: SuppressionReasons.COMPLAINTS_ONLY,
    });
    set.addEventDestination('Returned', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
  }

  /** Lets a role send mail from this address, and no other. */
  grantSending(role: IRole): void {
    const { from } = this;
    if (from === '') return;
    const arnOf = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    // SES asks for the sender's identity, address or domain, for the configuration set, and in its sandbox for the recipient's identity.
    const resources = [arnOf('identity', '*'), arnOf('configuration-set', this.configurationSetName)];
    acknowledge(role, {
      [everyOf(this, 'ses', 'identity')]:
        'In the sandbox recipients are identities too. The condition names the sender.',
    });
    const conditions = { StringEquals: { 'ses:FromAddress': from } };
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources, conditions }));
  }
}
