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
  /** In the queue, and at work; nothing where it has not got so far. In s. */
  readonly waitedS: number | undefined;
  readonly workedS: number | undefined;
}

/** How long the jobs of a broadcast have waited and worked, as MediaConvert reports. Needs the AWS CLI and rights to list jobs. */
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
