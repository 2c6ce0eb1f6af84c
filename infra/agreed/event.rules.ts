/** What wakes the Lambdas `events` and `chunks`: the rules that the stack deploys and that the local bus follows. */
import type { LambdaName } from '#functions/lambdas.ts';
import type { EventPattern } from './event.pattern.ts';

/** What rules must know of the site that they are made for. */
export interface RuleFacts {
  /** The name of the bucket that takes uploads and chunks; others in the account may have keys of the same form. */
  readonly uploadsBucket: string;
  /** That of the one that IVS records into. */
  readonly recordingsBucket: string;
  /** The queues of MediaConvert's jobs, which other jobs of the account are in none of. */
  readonly videosQueueArn: string;
  readonly windowsQueueArn: string;
  /** Of SES: what the site's own mails are sent with. */
  readonly mailConfigurationSet: string;
}

/** How a job ends. Source: MediaConvert User Guide, "List of MediaConvert EventBridge events". */
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
    /** Who has uploaded a video watches how far it is. */
    VideoProgress: jobs(videosQueueArn, ['STATUS_UPDATE']),
    StreamState: { source: ['aws.ivs'], 'detail-type': ['IVS Stream State Change'] },
    RecordingState: { source: ['aws.ivs'], 'detail-type': ['IVS Recording State Change'] },
    /** A stream, or all of the account together, is over what IVS takes. */
    LimitBreach: { source: ['aws.ivs'], 'detail-type': ['IVS Limit Breach'] },
    /** Mail that came back, or that its recipient called spam. */
    MailReturned: {
      source: ['aws.ses'],
      'detail-type': ['Email Bounced', 'Email Complaint Received'],
      detail: { mail: { tags: { 'ses:configuration-set': [mailConfigurationSet] } } },
    },
    /** The file by which IVS says that a recording is whole, and where. */
    RecordingStored: created(recordingsBucket, '*/events/recording-ended.json'),
    /** The marks of the ends of cameras' broadcasts. */
    EndMarked: created(uploadsBucket, 'chunks/*/end'),
    /** Their chunks. */
    ChunkStored: created(uploadsBucket, 'chunks/*.webm'),
  }) satisfies Record<string, EventPattern>;

/** A rule of the bus: what fits its pattern, or each minute, wakes a Lambda. */
export interface BusRule {
  readonly name: string;
  /** @default it wakes the Lambda each minute */
  readonly pattern?: EventPattern;
  readonly lambda: LambdaName;
}

export type EventRuleName = keyof ReturnType<typeof eventRules>;

/** Which Lambda a rule wakes. */
export const wokenBy = (rule: EventRuleName): LambdaName => (rule === 'ChunkStored' ? 'chunks' : 'events');

/**
 * Invocations of `chunks` at once, kept for it and its most: however many chunks come, the rest of the site has its share of
 * the account. Fifty broadcasts need about a dozen.
 */
export const CHUNKS_AT_ONCE = 50;

/** The tick that reconciles; EventBridge's finest grain. */
export const TICK_MINUTES = 1;

/** All rules of a site. */
export const busRules = (facts: RuleFacts): readonly BusRule[] => [
  ...(Object.entries(eventRules(facts)) as [EventRuleName, EventPattern][]).map(([name, pattern]) => ({
    name,
    pattern,
    lambda: wokenBy(name),
  })),
  { name: 'Tick', lambda: 'events' },
  { name: 'NewsTick', lambda: 'news' },
];
