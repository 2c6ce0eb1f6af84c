import type { RestCall } from '../../aws/aws-rest-server.ts';
import { tagContext, type IamRequest } from '../../aws/iam/evaluate.ts';
import type { TranscoderRecords } from '../jobs/transcoder-records.ts';
import { jobArn, queueArn, queueName } from '../request/identifiers.ts';
import { parseS3Url } from '../request/s3-places.ts';

interface Body {
  readonly queue?: string;
  readonly role?: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly inputFiles?: readonly { readonly fileUrl?: string }[];
}

/**
 * The IAM actions of an operation. Probe reads as its caller, and jobs as the passed role. Source: Service Authorization
 * Reference, "AWS Elemental MediaConvert"; IAM User Guide, "Grant a user permissions to pass a role". The operation itself
 * reports a job that does not exist.
 */
export const jobRequests =
  ({ jobs }: TranscoderRecords) =>
  (operation: string, { path, body }: RestCall): readonly IamRequest[] => {
    const { queue = '*', role, tags, inputFiles = [] } = body as Body;
    const action = `mediaconvert:${operation}`;
    if (operation === 'CreateJob') {
      const context = tagContext('RequestTag', tags);
      return [
        { action, resource: queueArn(queueName(queue)), context },
        ...(tags ? [{ action: 'mediaconvert:TagResource', resource: jobArn('*'), context }] : []),
        {
          action: 'iam:PassRole',
          resource: role ?? '*',
          context: { 'iam:PassedToService': 'mediaconvert.amazonaws.com' },
        },
      ];
    }
    if (operation === 'Probe') {
      const places = inputFiles.flatMap(({ fileUrl = '' }) => parseS3Url(fileUrl) ?? []);
      const reading = places.map(({ bucket, key }) => ({
        action: 's3:GetObject',
        resource: `arn:aws:s3:::${bucket}/${key}`,
      }));
      return [{ action, resource: '*' }, ...reading];
    }
    const job = jobs.get(path['id'] ?? '');
    if (!job) return [];
    return [{ action, resource: jobArn(job.id), context: tagContext('ResourceTag', job.request.tags) }];
  };
