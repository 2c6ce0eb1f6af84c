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
import { acknowledge, arnOfEvery } from './parts/acknowledge.ts';

export interface MailSenderProps {
  /** The address, or its domain, must be an SES identity in this region. @default no mail is sent */
  readonly from?: string | undefined;
}

/**
 * The sender of the site's mail. The operator creates and verifies identities (runbook). Bounces and complaints go to
 * EventBridge's default bus, and the `events` Lambda records the address.
 */
export class MailSender extends Construct {
  /** Empty if no mail is sent. */
  readonly from: string;
  readonly configurationSetName: string;

  constructor(scope: Construct, id: string, { from = '' }: MailSenderProps) {
    super(scope, id);
    this.from = from;
    this.configurationSetName = Stack.of(this).stackName;
    const set = new ConfigurationSet(this, 'Set', {
      configurationSetName: this.configurationSetName,
      // For bounces, SES would withhold codes, which people wait for, from every address that ever bounced.
      suppressionReasons: SuppressionReasons.COMPLAINTS_ONLY,
    });
    set.addEventDestination('Returned', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
  }

  /** Lets a role send mail from this address only. */
  grantSending(role: IRole): void {
    const { from } = this;
    if (from === '') return;
    const arnOf = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', resource, resourceName });
    // SES authorises the sender's identity (address or domain), the configuration set, and in its sandbox the
    // recipient's identity.
    const resources = [arnOf('identity', '*'), arnOf('configuration-set', this.configurationSetName)];
    acknowledge(role, {
      [arnOfEvery(this, 'ses', 'identity')]:
        'In the sandbox recipients are identities too. The condition names the sender.',
    });
    const conditions = { StringEquals: { 'ses:FromAddress': from } };
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources, conditions }));
  }
}
