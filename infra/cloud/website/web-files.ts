import { CfnRule, Fn, Stack, type CfnElement } from 'aws-cdk-lib';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import {
  BucketDeployment,
  CacheControl,
  Source,
  type BucketDeploymentProps,
} from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IDependable } from 'constructs';
import { acknowledge, environmentOf } from '../parts/acknowledge.ts';

export interface WebFilesProps {
  readonly bucket: IBucket;
  /** Folder of the built web app; without one the stack can be synthesised, but not deployed. */
  readonly dist: string | undefined;
  /** Resources that new pages call. They are deployed completely before the files are uploaded. */
  readonly after: readonly IDependable[];
}

/**
 * Uploads the built web app to its bucket. Files below `assets/` have a hash in their names, so they are cached forever
 * and uploaded first; the document that refers to them is uploaded last, after the rollout of the API, and browsers
 * revalidate it each time. Nothing is deleted: a page that was loaded before a deployment still finds its chunks.
 */
export class WebFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, dist, after }: WebFilesProps) {
    super(scope, id);
    if (dist === undefined) refuseDeployment(this);
    else this.deploy(bucket, dist, after);
  }

  private deploy(bucket: IBucket, dist: string, after: readonly IDependable[]): void {
    const common: BucketDeploymentProps = {
      // CloudFront compresses responses itself.
      sources: [Source.asset(dist, { exclude: ['*.gz'] })],
      destinationBucket: bucket,
      prune: false,
      memoryLimit: 512,
    };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const documents = new BucketDeployment(this, 'Documents', {
      ...common,
      exclude: ['assets/*'],
      cacheControl: [CacheControl.noCache()],
    });
    documents.node.addDependency(assets, ...after);
    this.acknowledgeFindings(assets, bucket);
  }

  /** CDK shares one uploading Lambda between deployments. Its role can be found through either. */
  private acknowledgeFindings(deployment: BucketDeployment, bucket: IBucket): void {
    const stack = Stack.of(this);
    const uploader = deployment.handlerRole.node.scope;
    if (!uploader) throw new Error('The role of a BucketDeployment belongs to no function');
    const target = stack.getLogicalId(bucket.node.defaultChild as CfnElement);
    const { partition, region, account } = environmentOf(stack);
    const source = `cdk-${stack.synthesizer.bootstrapQualifier}-assets-${account}-${region}`;
    const byLibrary =
      'aws-cdk-lib writes the role of its own uploading Lambda, which runs at deployment only.';
    acknowledge(uploader, {
      'AwsSolutions-L1': 'aws-cdk-lib chooses the runtime of its own uploading Lambda.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
        byLibrary,
      ...Object.fromEntries(
        ['GetObject*', 'GetBucket*', 'List*', 'DeleteObject*', 'Abort*'].map((action) => [
          `AwsSolutions-IAM5[Action::s3:${action}]`,
          byLibrary,
        ]),
      ),
      [`AwsSolutions-IAM5[Resource::arn:${partition}:s3:::${source}/*]`]: byLibrary,
      [`AwsSolutions-IAM5[Resource::<${target}.Arn>/*]`]: byLibrary,
    });
  }
}

/** A rule that always fails. CloudFormation checks it before it changes anything, and shows the message. */
function refuseDeployment(scope: Construct): void {
  new CfnRule(scope, 'WebIsBuilt', {
    assertions: [
      {
        assert: Fn.conditionEquals('web/dist', 'built'),
        assertDescription: 'The web app is not built. Run `npm run build` first; `npm run deploy` does both.',
      },
    ],
  });
}
