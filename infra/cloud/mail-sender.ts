import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

export interface MailSenderProps {
  /** The address, or one of the domain, is an identity of SES in this region. @default none: no mail is sent */
  readonly from?: string | undefined;
}

/** Who mail to people comes from. Identities are the operator's, who shows them to be theirs (runbook). */
export class MailSender extends Construct {
  /** Empty where no mail is sent. */
  readonly from: string;

  constructor(scope: Construct, id: string, { from = '' }: MailSenderProps) {
    super(scope, id);
    this.from = from;
  }

  /** Lets a role send mail from this address, and no other. */
  grantSending(role: IRole): void {
    const { from } = this;
    if (from === '') return;
    // SES asks for the address's own identity where there is one, else for its domain's.
    const resources = [from, from.split('@')[1]!].map((resourceName) =>
      Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName }),
    );
    const conditions = { StringEquals: { 'ses:FromAddress': from } };
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources, conditions }));
  }
}
