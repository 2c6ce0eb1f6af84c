import { randomUUID } from 'node:crypto';
import type { PutEventsRequest, PutEventsResponse, PutEventsRequestEntry } from '@aws-sdk/client-eventbridge';
import type { LambdaName } from '../../../functions/lambdas.ts';
import { matches, type EventPattern } from '../../agreed/event.pattern.ts';
import {
  eventRules,
  TICK_MINUTES,
  wokenBy,
  type EventRuleName,
  type RuleFacts,
} from '../../agreed/event.rules.ts';
import type { BusEvent, RaisedEvent } from '../../agreed/event.ts';
import { AwsError } from '../aws/aws-error.ts';
import { startAwsServer } from '../aws/aws-server.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials } from '../aws/credentials.ts';
import { deliveryDelaysMs, type DeliveryDisturbance } from './delivery.disturbance.ts';

export type { DeliveryDisturbance } from './delivery.disturbance.ts';

/** Waits between the tries of a delivery that failed, in ms; after the last one the event is dropped and logged. */
const RETRY_DELAYS_MS = [500, 2000, 8000];
const MAX_ENTRIES = 10;

export interface LocalEvents {
  /** EventBridge's API: `PutEvents`. */
  readonly endpoint: string;
  /** Raises an event as AWS's own services do. */
  raise(event: RaisedEvent): void;
  close(): Promise<void>;
}

export interface LocalEventsOptions extends RuleFacts {
  readonly credentials: Credentials;
  /** Where matching events and the tick go, with the Lambda that is to have them. */
  readonly deliver: (event: BusEvent, lambda: LambdaName) => Promise<unknown>;
  /** Told of an event that could not be delivered. */
  readonly onDropped: (event: BusEvent, error: unknown, lambda: LambdaName) => void;
  /** @default a minute, as in AWS */
  readonly tickMs?: number;
  /** @default every event comes at once, and once */
  readonly disturbance?: DeliveryDisturbance;
}

/** EventBridge on this machine: the rules that the stack deploys, at-least-once delivery, and the minute tick. */
export async function startEvents(options: LocalEventsOptions): Promise<LocalEvents> {
  const { credentials, deliver, onDropped, tickMs = TICK_MINUTES * 60_000, disturbance = {} } = options;
  const rules = Object.entries(eventRules(options)) as [EventRuleName, EventPattern][];
  const timers = new Set<NodeJS.Timeout>();

  const later = (delayMs: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };
  const attempt = async (event: BusEvent, lambda: LambdaName, tries: number): Promise<void> => {
    try {
      await deliver(event, lambda);
    } catch (error) {
      const delayMs = RETRY_DELAYS_MS[tries];
      if (delayMs === undefined) return onDropped(event, error, lambda);
      later(delayMs, () => void attempt(event, lambda, tries + 1));
    }
  };
  /** No delivery waits for another. */
  const begin = (event: BusEvent, lambda: LambdaName): void => {
    for (const delayMs of deliveryDelaysMs(event, disturbance)) {
      if (delayMs === 0) void attempt(event, lambda, 0);
      else later(delayMs, () => void attempt(event, lambda, 0));
    }
  };
  const raise = (raised: RaisedEvent): void => {
    const event = complete(raised);
    const woken = rules.filter(([, rule]) => matches(rule, event)).map(([name]) => wokenBy(name));
    for (const lambda of new Set(woken)) begin(event, lambda);
  };
  const tick = (): void => begin(complete(scheduledEvent), 'events');

  const operations = { PutEvents: (request: PutEventsRequest) => putEvents(request, raise) };
  const server = await startAwsServer({ credentials, operations });
  const clock = setInterval(tick, tickMs);
  tick();
  return {
    endpoint: server.endpoint,
    raise,
    close: async () => {
      clearInterval(clock);
      for (const timer of timers) clearTimeout(timer);
      await server.close();
    },
  };
}

const scheduledEvent: RaisedEvent = {
  source: 'aws.events',
  'detail-type': 'Scheduled Event',
  resources: [`arn:aws:events:${LOCAL_REGION}:${LOCAL_ACCOUNT}:rule/Tick`],
  detail: {},
};

/** EventBridge gives times by the second. */
function complete({ time, ...raised }: RaisedEvent): BusEvent {
  return {
    version: '0',
    id: randomUUID(),
    account: LOCAL_ACCOUNT,
    region: LOCAL_REGION,
    time: time ?? `${new Date().toISOString().slice(0, 19)}Z`,
    ...raised,
  };
}

function putEvents({ Entries }: PutEventsRequest, raise: (event: RaisedEvent) => void): PutEventsResponse {
  if (!Entries || Entries.length === 0 || Entries.length > MAX_ENTRIES) {
    throw new AwsError('ValidationException', `Entries must have between 1 and ${MAX_ENTRIES} members`);
  }
  const results = Entries.map((entry) => putEntry(entry, raise));
  return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
}

function putEntry(entry: PutEventsRequestEntry, raise: (event: RaisedEvent) => void) {
  const { Source: source, DetailType: detailType, Detail, Resources: resources = [] } = entry;
  if (!source || !detailType || !Detail) {
    return {
      ErrorCode: 'InvalidArgument',
      ErrorMessage: 'Parameter Source, DetailType or Detail is not valid.',
    };
  }
  if (source.startsWith('aws.')) {
    return { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: 'Not authorized for the source.' };
  }
  const detail = parseDetail(Detail);
  if (!detail) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  raise({ source, 'detail-type': detailType, resources, detail });
  return { EventId: randomUUID() };
}

function parseDetail(text: string): Record<string, unknown> | undefined {
  try {
    const detail: unknown = JSON.parse(text);
    return typeof detail === 'object' && detail !== null && !Array.isArray(detail)
      ? (detail as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
