import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError } from '../aws/aws-error.ts';
import type { ApiThrottle } from '../aws/api-throttle.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION, type Credentials, type KeyHolder } from '../aws/credentials.ts';
import type { Refuse } from '../aws/iam/authorize.ts';
import { verifySignature } from '../aws/sigv4.ts';
import { wholeBody } from '../system/whole-body.ts';
import { parseChannel } from './channels.ts';
import { badRequest, errorsOf, EventsError, MAX_EVENT_BYTES, MAX_EVENTS, unauthorized } from './protocol.ts';
import { broadcast, type RealtimeContext } from './realtime-context.ts';

/** JSON escapes can make events six times as long. */
const MAX_BODY_BYTES = 6 * MAX_EVENT_BYTES + 10_000;

const API_ARN = `arn:aws:appsync:${LOCAL_REGION}:${LOCAL_ACCOUNT}:apis/local`;

interface PublishOptions {
  readonly credentials: Credentials;
  readonly throttle?: ApiThrottle | undefined;
  readonly refuse?: Refuse | undefined;
}

/** Handles `POST /event`, which needs IAM: publishes up to five events to a channel. */
export async function publish(
  context: RealtimeContext,
  { credentials, throttle, refuse }: PublishOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
    if (request.method !== 'POST' || url.pathname !== '/event') {
      throw new EventsError('NotFoundException', 'There is nothing at this address', 404);
    }
    const body = await wholeBody(request, { maxBytes: MAX_BODY_BYTES, tooLarge });
    const holder = authenticate(request, url, body, credentials);
    const { channel, events } = parseBody(body);
    const segments = parseChannel(channel, context.namespaces);
    const resource = `${API_ARN}/channelNamespace/${segments[0]}`;
    if (refuse?.(holder, [{ action: 'appsync:EventPublish', resource }])) throw unauthorized();
    throttle?.('Publish', events.length);
    broadcast(context, segments, events);
    const successful = events.map((_, index) => ({ identifier: randomUUID(), index }));
    answer(response, 200, { successful, failed: [] });
  } catch (error) {
    const refusal =
      error instanceof AwsError ? new EventsError(error.name, error.message, error.status) : error;
    answer(response, refusal instanceof EventsError ? refusal.status : 500, { errors: errorsOf(refusal) });
  }
}

/** Throws AWS's error for a wrong signature. */
function authenticate(request: IncomingMessage, url: URL, body: Buffer, credentials: Credentials): KeyHolder {
  // A pass only authorises subscriptions.
  if (!request.headers.authorization) throw unauthorized();
  const headers = request.headers as Record<string, string>;
  return verifySignature({ method: 'POST', url, headers, body }, credentials);
}

function parseBody(body: Buffer): { readonly channel: unknown; readonly events: readonly string[] } {
  const { channel, events } = (parseJson(body.toString()) ?? {}) as { channel?: unknown; events?: unknown };
  if (!Array.isArray(events) || events.length === 0) throw badRequest('Events must be a non-empty list');
  if (events.length > MAX_EVENTS) throw badRequest(`Input exceeded ${MAX_EVENTS} event limit`);
  let size = 0;
  for (const event of events as unknown[]) {
    if (typeof event !== 'string' || parseJson(event) === undefined) {
      throw badRequest('Each event must be a string of valid JSON');
    }
    size += Buffer.byteLength(event);
  }
  if (size > MAX_EVENT_BYTES) throw tooLarge();
  return { channel, events: events as string[] };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const tooLarge = (): EventsError =>
  new EventsError('RequestEntityTooLargeException', `Events exceed ${MAX_EVENT_BYTES} bytes`, 413);

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() });
  response.end(JSON.stringify(body));
}
