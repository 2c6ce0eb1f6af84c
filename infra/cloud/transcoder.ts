import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, type IRole } from 'aws-cdk-lib/aws-iam';
import { CfnQueue } from 'aws-cdk-lib/aws-mediaconvert';
import { Construct } from 'constructs';
import { acknowledge, arnOfEvery } from './parts/acknowledge.ts';
import { isNotOfOthers, isOwn, makesOwn } from './parts/own-tags.ts';
import { ownServicePrincipal } from './parts/own-service-principal.ts';
import type { Stage } from './stage/stage.ts';
import type { Storage } from './storage.ts';

const SERVICE = 'mediaconvert.amazonaws.com';

export interface TranscoderProps {
  readonly stage: Stage;
  /** The buckets that it reads and writes. */
  readonly storage: Storage;
}

/**
 * Maximum number of the account's concurrent jobs (200 in larger regions, 100 elsewhere) for videos, so that a burst of
 * uploads does not delay broadcasts.
 */
const VIDEOS_AT_ONCE = 20;

/** AWS Elemental MediaConvert, which transcodes uploads and windows of broadcasts: a queue for each, and its role. */
export class Transcoder extends Construct {
  readonly videosQueueArn: string;
  readonly windowsQueueArn: string;
  /** The role with which MediaConvert reads uploads and writes videos. */
  readonly role: Role;
  private readonly stage: Stage;

  constructor(scope: Construct, id: string, { stage, storage }: TranscoderProps) {
    super(scope, id);
    this.stage = stage;
    this.videosQueueArn = this.createQueue('Videos', 'videos of uploads', VIDEOS_AT_ONCE);
    this.windowsQueueArn = this.createQueue('Windows', 'windows of broadcasts from the camera');
    this.role = new Role(this, 'Role', { assumedBy: ownServicePrincipal(this, SERVICE) });
    storage.grant(this.role, 'transcoding');
  }

  /** Without `concurrentJobs`, only the account's quotas limit it. */
  private createQueue(id: string, what: string, concurrentJobs?: number): string {
    const description = `${Stack.of(this).stackName}: ${what}`;
    const pricingPlan = 'ON_DEMAND';
    return new CfnQueue(this, id, { pricingPlan, description, ...(concurrentJobs && { concurrentJobs }) })
      .attrArn;
  }

  /**
   * Lets a role create jobs in these queues that use {@link role} and have this site's tags. Source: Service
   * Authorization Reference, "AWS Elemental MediaConvert": CreateJob with tags also requires TagResource.
   */
  grantJobCreation(role: IRole, queueArns: readonly string[]): void {
    const makes = makesOwn(this.stage);
    for (const queueArn of queueArns) allow(role, ['mediaconvert:CreateJob'], queueArn, makes);
    // Resources of other sites cannot get this site's tags.
    allow(role, ['mediaconvert:TagResource'], this.jobs, { ...makes, ...isNotOfOthers(this.stage) });
    allow(role, ['iam:PassRole'], this.role.roleArn, { StringEquals: { 'iam:PassedToService': SERVICE } });
    acknowledge(role, {
      [arnOfEvery(this, 'mediaconvert', 'jobs')]: 'MediaConvert chooses the ids of jobs.',
    });
  }

  /** Lets a role probe uploads, and create, monitor and cancel jobs in these queues that use {@link role}. */
  grantJobs(role: IRole, queueArns: readonly string[]): void {
    this.grantJobCreation(role, queueArns);
    allow(role, ['mediaconvert:Probe'], '*');
    allow(role, ['mediaconvert:GetJob', 'mediaconvert:CancelJob'], this.jobs, isOwn(this.stage));
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Probe names no resource and takes no conditions; what it reads is bounded by the buckets’ grants.',
    });
  }

  private get jobs(): string {
    return Stack.of(this).formatArn({ service: 'mediaconvert', resource: 'jobs', resourceName: '*' });
  }
}

const allow = (
  role: IRole,
  actions: string[],
  resource: string,
  conditions?: Record<string, unknown>,
): void =>
  void role.addToPrincipalPolicy(
    new PolicyStatement({ actions, resources: [resource], ...(conditions && { conditions }) }),
  );
