/** Parses dead letters. Pure. */

/** The parts of an SQS message that are used here. */
export interface Message {
  readonly MessageId: string;
  readonly ReceiptHandle: string;
  readonly Body: string;
  readonly Attributes?: { readonly SentTimestamp?: string };
  readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue?: string }>>;
}

export type DeadLetter =
  /** The function gets the event again. */
  | { readonly kind: 'event'; readonly functionName: string; readonly event: unknown; readonly error: string }
  /** The next tick does the work, or already has. */
  | { readonly kind: 'done by the tick'; readonly error: string }
  /** From another source or in an unknown format: it is kept. */
  | { readonly kind: 'unknown'; readonly error: string };

/** A failed asynchronous invocation, or a batch of a stream. Source: Lambda Developer Guide, "Adding a destination". */
interface Failure {
  readonly requestContext?: { readonly functionArn?: string; readonly condition?: string };
  readonly requestPayload?: unknown;
  readonly responsePayload?: { readonly errorType?: string; readonly errorMessage?: string } | null;
  readonly DDBStreamBatchInfo?: unknown;
}

/** Only functions whose names start with `site` get events: a message in a queue must not invoke others. */
export function readLetter({ Body, MessageAttributes = {} }: Message, site: string): DeadLetter {
  const body = parse(Body);
  const ofRule = MessageAttributes['TARGET_ARN']?.StringValue;
  const failure = (body ?? {}) as Failure;
  const error = ofRule
    ? `${MessageAttributes['ERROR_CODE']?.StringValue ?? 'EventBridge'}: ${MessageAttributes['ERROR_MESSAGE']?.StringValue ?? ''}`
    : errorOf(failure);
  if (failure.DDBStreamBatchInfo) return { kind: 'done by the tick', error };
  const functionName = (ofRule ?? failure.requestContext?.functionArn)?.split(':')[6];
  const event = ofRule ? body : failure.requestPayload;
  if (!functionName?.startsWith(site) || !isEvent(event)) return { kind: 'unknown', error };
  if (OF_TICKS.includes(String(event['detail-type']))) return { kind: 'done by the tick', error };
  return { kind: 'event', functionName, event, error };
}

/** A tick, and a part of it (`functions/tick-parts.ts`). */
const OF_TICKS = ['Scheduled Event', 'Tick Part'];

const errorOf = ({ requestContext, responsePayload }: Failure): string =>
  responsePayload?.errorMessage ?? requestContext?.condition ?? 'no reason given';

const isEvent = (event: unknown): event is Readonly<Record<string, unknown>> =>
  typeof event === 'object' && event !== null && 'detail-type' in event;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
