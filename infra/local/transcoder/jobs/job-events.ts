import type { RaisedEvent } from '#infra/agreed/event.ts';
import { LOCAL_ACCOUNT } from '../../aws/credentials.ts';
import { jobArn, queueArn } from '../request/identifiers.ts';
import type { JobPhase, JobProgress } from './job-run.ts';
import type { JobRecord } from './transcoder-records.ts';

const PHASES: readonly JobPhase[] = ['PROBING', 'TRANSCODING', 'UPLOADING'];
/** Each phase's share of a job's time, in percent. */
const PHASE_SHARES: Readonly<Record<JobPhase, number>> = { PROBING: 5, TRANSCODING: 85, UPLOADING: 10 };

/** `undefined` if the source does not state its length, as in AWS. */
export function jobPercent({ phase, phasePercent }: JobProgress): number | undefined {
  if (phasePercent === undefined) return undefined;
  const before = PHASES.slice(0, PHASES.indexOf(phase)).reduce((sum, name) => sum + PHASE_SHARES[name], 0);
  return Math.floor(before + (PHASE_SHARES[phase] * phasePercent) / 100);
}

/**
 * `MediaConvert Job State Change` for the state that the job is in now.
 * Source: AWS Elemental MediaConvert User Guide, "List of MediaConvert EventBridge events".
 */
export function stateChange(job: JobRecord): RaisedEvent {
  const { status, error, results } = job;
  return jobEvent(job, {
    status,
    ...(error && { errorCode: error.code, errorMessage: error.message }),
    ...(results && { outputGroupDetails: results, paddingInserted: 0 }),
  });
}

/** The same event with the status `STATUS_UPDATE`. */
export function statusUpdate(job: JobRecord, progress: JobProgress): RaisedEvent {
  const jobPercentComplete = jobPercent(progress);
  return jobEvent(job, {
    status: 'STATUS_UPDATE',
    jobProgress: {
      phaseProgress: phaseProgress(progress),
      ...(jobPercentComplete !== undefined && { jobPercentComplete }),
      currentPhase: progress.phase,
      retryCount: job.retryCount,
    },
  });
}

function phaseProgress({ phase, phasePercent }: JobProgress): object {
  const current = PHASES.indexOf(phase);
  const entries = PHASES.map((name, index) => {
    if (index < current) return [name, { status: 'COMPLETE', percentComplete: 100 }] as const;
    if (index > current) return [name, { status: 'PENDING', percentComplete: 0 }] as const;
    const percent = phasePercent === undefined ? {} : { percentComplete: phasePercent };
    return [name, { status: 'PROGRESSING', ...percent }] as const;
  });
  return Object.fromEntries(entries);
}

function jobEvent({ id, queue, request }: JobRecord, detail: Readonly<Record<string, unknown>>): RaisedEvent {
  return {
    source: 'aws.mediaconvert',
    'detail-type': 'MediaConvert Job State Change',
    resources: [jobArn(id)],
    detail: {
      timestamp: Date.now(),
      accountId: LOCAL_ACCOUNT,
      queue: queueArn(queue),
      jobId: id,
      userMetadata: request.userMetadata ?? {},
      ...detail,
    },
  };
}
