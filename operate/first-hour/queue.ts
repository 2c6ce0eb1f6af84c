import { aws } from '../aws-cli.ts';

interface ListedJob {
  readonly Status: string;
  readonly UserMetadata?: Readonly<Record<string, string>>;
  readonly Timing?: {
    readonly SubmitTime?: string;
    readonly StartTime?: string;
    readonly FinishTime?: string;
  };
}

export interface JobTimes {
  readonly status: string;
  /** Seconds in the queue, and in progress; `undefined` if the job has not got that far. */
  readonly waitedS: number | undefined;
  readonly workedS: number | undefined;
}

/**
 * Returns how long a broadcast's jobs waited and ran, as reported by MediaConvert. Needs the AWS CLI and permission to
 * list jobs.
 */
export async function jobTimes(broadcastId: string, most: number): Promise<JobTimes[]> {
  const list = ['mediaconvert', 'list-jobs', '--order', 'DESCENDING', '--max-items', `${most}`];
  const found = await aws<{ readonly Jobs: readonly ListedJob[] }>(...list);
  const own = (found?.Jobs ?? []).filter(
    ({ UserMetadata }) => UserMetadata?.['broadcast_id'] === broadcastId,
  );
  return own.map(({ Status: status, Timing: { SubmitTime, StartTime, FinishTime } = {} }) => ({
    status,
    waitedS: secondsBetween(SubmitTime, StartTime),
    workedS: secondsBetween(StartTime, FinishTime),
  }));
}

function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  return from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : undefined;
}
