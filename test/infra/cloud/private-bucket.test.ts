import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { createAccessLogs, createPrivateBucket } from '#infra/cloud/parts/private-bucket.ts';
import { DEV } from '#infra/cloud/stage/stage.ts';
import { temporaryFolder } from '#test/support/site/stack/site.ts';

const BLOCKED_BY_DEFAULT = '@aws-cdk/aws-s3:publicAccessBlockedByDefault';

test.each([true, false])(
  'buckets are private, encrypted and for TLS alone (CDK blocks by default: %s)',
  (isSet) => {
    const app = new App({ outdir: temporaryFolder(), context: { [BLOCKED_BY_DEFAULT]: isSet } });
    const stack = new Stack(app, 'Stack');
    const accessLogs = createAccessLogs(stack, 'AccessLogs', DEV);
    createPrivateBucket(stack, 'Bucket', { stage: DEV, accessLogs, holds: 'lasting' });
    const template = Template.fromStack(stack);
    template.resourceCountIs('AWS::S3::Bucket', 2);
    template.allResourcesProperties('AWS::S3::Bucket', {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
    });
    const policies = Object.values(template.findResources('AWS::S3::BucketPolicy'));
    expect(policies).toHaveLength(2);
    for (const { Properties } of policies)
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: 's3:*',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
  },
);
