import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, type IRole } from 'aws-cdk-lib/aws-iam';
import { CfnQueue } from 'aws-cdk-lib/aws-mediaconvert';
import { Construct } from 'constructs';
import { acknowledge, everyOf } from './parts/acknowledge.ts';
import { ownServicePrincipal } from './parts/own-service-principal.ts';
import type { Storage } from './storage.ts';

const SERVICE = 'mediaconvert.amazonaws.com';

export interface TranscoderProps {
  /** The buckets that it reads and writes. */
  readonly storage: Storage;
}

/** AWS Elemental MediaConvert, which makes videos of uploads: a queue of their own, and the role that it works as. */
export class Transcoder extends Construct {
  readonly queueArn: string;
  /** As which MediaConvert reads uploads and writes videos. */
  readonly role: Role;

  constructor(scope: Construct, id: string, { storage }: TranscoderProps) {
    super(scope, id);
    this.queueArn = new CfnQueue(this, 'Videos', {
      pricingPlan: 'ON_DEMAND',
      description: `${Stack.of(this).stackName}: videos of uploads`,
    }).attrArn;
    this.role = new Role(this, 'Role', { assumedBy: ownServicePrincipal(this, SERVICE) });
    storage.grantTranscoding(this.role);
  }

  /**
   * Lets a role look into uploads, and make, watch and end jobs that work as {@link role}.
   * Source: Service Authorization Reference, "AWS Elemental MediaConvert".
   */
  grantJobs(role: IRole): void {
    const allow = (actions: string[], resource: string, conditions?: Record<string, unknown>) =>
      role.addToPrincipalPolicy(
        new PolicyStatement({ actions, resources: [resource], ...(conditions && { conditions }) }),
      );
    const jobs = Stack.of(this).formatArn({ service: 'mediaconvert', resource: 'jobs', resourceName: '*' });
    allow(['mediaconvert:Probe'], '*');
    allow(['mediaconvert:CreateJob'], this.queueArn);
    allow(['mediaconvert:GetJob', 'mediaconvert:CancelJob'], jobs);
    allow(['iam:PassRole'], this.role.roleArn, { StringEquals: { 'iam:PassedToService': SERVICE } });
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Probe names no resource; what it reads is bounded by the buckets’ grants.',
      [everyOf(this, 'mediaconvert', 'jobs')]: 'MediaConvert chooses the ids of jobs.',
    });
  }
}
