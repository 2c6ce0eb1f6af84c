import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, type IRole } from 'aws-cdk-lib/aws-iam';
import { CfnQueue } from 'aws-cdk-lib/aws-mediaconvert';
import { Construct } from 'constructs';
import { acknowledge, everyOf } from './parts/acknowledge.ts';
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
 * Of the jobs that an account may run at once (200 in the larger regions, 100 elsewhere), so many at most make videos: a
 * burst of uploads leaves the others to broadcasts.
 */
const VIDEOS_AT_ONCE = 20;

/**
 * AWS Elemental MediaConvert, which makes videos of uploads and windows of broadcasts: a queue of its own for each, and the
 * role that it works as.
 */
export class Transcoder extends Construct {
  readonly videosQueueArn: string;
  readonly windowsQueueArn: string;
  /** As which MediaConvert reads uploads and writes videos. */
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

  /** Without `concurrentJobs` it runs as many as the account's quotas allow. */
  private createQueue(id: string, what: string, concurrentJobs?: number): string {
    const description = `${Stack.of(this).stackName}: ${what}`;
    const pricingPlan = 'ON_DEMAND';
    return new CfnQueue(this, id, { pricingPlan, description, ...(concurrentJobs && { concurrentJobs }) })
      .attrArn;
  }

  /**
   * Lets a role make jobs of these queues that work as {@link role} and have the tags of this site.
   * Source: Service Authorization Reference, "AWS Elemental MediaConvert": CreateJob with tags asks for TagResource, too.
   */
  grantJobCreation(role: IRole, queueArns: readonly string[]): void {
    const makes = makesOwn(this.stage);
    for (const queueArn of queueArns) allow(role, ['mediaconvert:CreateJob'], queueArn, makes);
    // Nothing of another site gets the tags of this one.
    allow(role, ['mediaconvert:TagResource'], this.jobs, { ...makes, ...isNotOfOthers(this.stage) });
    allow(role, ['iam:PassRole'], this.role.roleArn, { StringEquals: { 'iam:PassedToService': SERVICE } });
    acknowledge(role, { [everyOf(this, 'mediaconvert', 'jobs')]: 'MediaConvert chooses the ids of jobs.' });
  }

  /** Lets a role look into uploads, and make, watch and end jobs of these queues that work as {@link role}. */
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
