/** What wakes the `events` Lambda: the rules that the stack deploys and that the local bus follows. */

/** The subset of EventBridge's patterns in use: every field must equal one of the values listed. */
export interface EventPattern {
  readonly source: readonly string[];
  readonly 'detail-type': readonly string[];
}

export const eventRules = {
  TranscodeState: { source: ['aws.mediaconvert'], 'detail-type': ['MediaConvert Job State Change'] },
  StreamState: { source: ['aws.ivs'], 'detail-type': ['IVS Stream State Change'] },
  RecordingState: { source: ['aws.ivs'], 'detail-type': ['IVS Recording State Change'] },
} as const satisfies Record<string, EventPattern>;

/** The tick that reconciles; EventBridge's finest grain. */
export const TICK_MINUTES = 1;
