import {
  CreateJobCommand,
  GetJobCommand,
  type CreateJobCommandInput,
  MediaConvertClient,
} from '@aws-sdk/client-mediaconvert';
import { TranscoderBusyError } from '#functions/base/errors.ts';
import { clientSettings } from '../client-settings.ts';
import { resourceTags } from '../resource-tags.ts';
import { detailOf, type JobDetail } from './mediaconvert-jobs.ts';
import { isAwsError, isContended, nullOn } from '../retry.ts';

export interface TranscoderOptions {
  readonly uploadsBucket: string;
  readonly mediaBucket: string;
  /** The role with which MediaConvert accesses the buckets. */
  readonly roleArn: string;
  readonly queueArn: string;
}

let client: MediaConvertClient | undefined;

/** One client per Lambda, so that connections are reused. */
export const mediaConvertClient = (): MediaConvertClient =>
  (client ??= new MediaConvertClient(clientSettings('mediaConvert')));

/** Returns the job's id. Throws `TranscoderBusyError`. */
export async function createJob(client: MediaConvertClient, job: CreateJobCommandInput): Promise<string> {
  const { Job } = await orBusy(() => client.send(new CreateJobCommand({ ...job, Tags: resourceTags() })));
  if (!Job?.Id) throw new Error('MediaConvert answered CreateJob without a job');
  return Job.Id;
}

/** `null` for an unknown job. Throws `TranscoderBusyError`. */
export async function findJob(client: MediaConvertClient, Id: string): Promise<JobDetail | null> {
  const found = await nullOn(['NotFoundException'], () =>
    orBusy(() => client.send(new GetJobCommand({ Id }))),
  );
  return found?.Job ? detailOf(found.Job) : null;
}

export async function orBusy<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isBusy = isContended(error) || isAwsError(error, 'ServiceQuotaExceededException');
    throw isBusy ? new TranscoderBusyError('MediaConvert takes no more', { cause: error }) : error;
  }
}
