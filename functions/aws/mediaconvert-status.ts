export type JobStatus = 'running' | 'complete' | 'failed' | 'canceled';

const STATUSES: Readonly<Record<string, JobStatus>> = {
  SUBMITTED: 'running',
  PROGRESSING: 'running',
  STATUS_UPDATE: 'running',
  COMPLETE: 'complete',
  ERROR: 'failed',
  CANCELED: 'canceled',
};

/**
 * A job's status as its events and GetJob name it. Nothing for news that tell nothing (*INPUT_INFORMATION* …).
 * Source: AWS Elemental MediaConvert User Guide, "List of MediaConvert EventBridge events".
 */
export const jobStatusOf = (status: string | undefined): JobStatus | undefined => STATUSES[status ?? ''];
