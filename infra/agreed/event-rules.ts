/** The rules that invoke the Lambdas `events` and `chunks`: deployed by the stack and used by the local bus. */
import type { LambdaName } from '#functions/lambdas.ts';
import type { EventPattern } from './event-pattern.ts';

/** Properties of the site that rules depend on. */
export interface RuleFacts {
  /** The bucket for uploads and chunks; other buckets in the account may have similar keys. */
  readonly uploadsBucket: string;
  /** The bucket that IVS records to. */
  readonly recordingsBucket: string;
  /** The queues of the site's MediaConvert jobs; other jobs in the account use other queues. */
  readonly videosQueueArn: string;
  readonly windowsQueueArn: string;
  /** SES configuration set of the site's mail. */
  readonly mailConfigurationSet: string;
}

/** Final states of a job. Source: MediaConvert User Guide, "List of MediaConvert EventBridge events". */
const ENDED = ['COMPLETE', 'ERROR', 'CANCELED'] as const;

const jobs = (queueArn: string, status: readonly string[]) => ({
  source: ['aws.mediaconvert'],
  'detail-type': ['MediaConvert Job State Change'],
  detail: { queue: [queueArn], status },
});

const created = (bucket: string, wildcard: string) => ({
  source: ['aws.s3'],
  'detail-type': ['Object Created'],
  detail: { bucket: { name: [bucket] }, object: { key: [{ wildcard }] } },
});

export const eventRules = ({
  uploadsBucket,
  recordingsBucket,
  videosQueueArn,
  windowsQueueArn,
  mailConfigurationSet,
}: RuleFacts) =>
  ({
    WindowEnded: jobs(windowsQueueArn, ENDED),
    VideoEnded: jobs(videosQueueArn, ENDED),
    /** Shown to the uploader of a video. */
    VideoProgress: jobs(videosQueueArn, ['STATUS_UPDATE']),
    StreamState: { source: ['aws.ivs'], 'detail-type': ['IVS Stream State Change'] },
    RecordingState: { source: ['aws.ivs'], 'detail-type': ['IVS Recording State Change'] },
    /** A stream, or all streams of the account together, exceeds a limit of IVS. */
    LimitBreach: { source: ['aws.ivs'], 'detail-type': ['IVS Limit Breach'] },
    /** Bounces and complaints. */
    MailReturned: {
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': [mailConfigurationSet] } } },
    },
    /** The file that IVS writes when a recording is complete. */
    RecordingStored: created(recordingsBucket, '*/events/recording-ended.json'),
    /** End marks of camera broadcasts. */
    EndMarked: created(uploadsBucket, 'chunks/*/end'),
    /** Chunks of camera broadcasts. */
    ChunkStored: created(uploadsBucket, 'chunks/*.webm'),
  }) satisfies Record<string, EventPattern>;

/** A rule of the bus: a matching event, or each minute, invokes a Lambda. */
export interface BusRule {
  readonly name: string;
  /** @default it invokes the Lambda each minute */
  readonly pattern?: EventPattern;
  readonly lambda: LambdaName;
}

export type EventRuleName = keyof ReturnType<typeof eventRules>;

/** Returns the Lambda that a rule invokes. */
export const lambdaOfRule = (rule: EventRuleName): LambdaName =>
  rule === 'ChunkStored' ? 'chunks' : 'events';

/**
 * Reserved concurrency of `chunks`, which is also its maximum: a flood of chunks does not affect the rest of the site.
 * Fifty broadcasts need about a dozen.
 */
export const CHUNKS_AT_ONCE = 50;

/** Interval of the tick, the shortest that EventBridge supports. */
export const TICK_MINUTES = 1;

/** Returns all rules of a site. */
export const busRules = (facts: RuleFacts): readonly BusRule[] => [
  ...(Object.entries(eventRules(facts)) as [EventRuleName, EventPattern][]).map(([name, pattern]) => ({
    name,
    pattern,
    lambda: lambdaOfRule(name),
  })),
  { name: 'Tick', lambda: 'events' },
  { name: 'NewsTick', lambda: 'news' },
];
