/**
 * Publishing to AppSync Events.
 * Source: AWS AppSync Events Developer Guide, "Publish events via HTTP".
 */
import { request as requestInsecurely, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { logFailure } from '../http/log.ts';
import type { PublisherOptions } from './signer.appsync.ts';

/** Publishes one event, as JSON, on a channel such as `/chat/…`. Throws `PublishError` when AppSync does not take it. */
export type Publish = (channel: string, event: object) => Promise<void>;

export class PublishError extends Error {
  override readonly name = 'PublishError';
}

const ATTEMPTS = 3;
const FIRST_DELAY_MS = 50;
/** Whoever writes a message waits for this: a slow AppSync must not make the chat slow. */
const ATTEMPT_TIMEOUT_MS = 1500;

/**
 * Publishes by signed POST, again while AppSync throttles, fails or cannot be reached; so an event may come twice. The
 * signer is loaded by the first event: most requests publish none.
 */
export function appsyncPublisher(options: PublisherOptions): Publish {
  const url = new URL(options.url);
  let signer: Promise<(body: string) => Promise<Record<string, string>>> | undefined;
  return async (channel, event) => {
    const body = JSON.stringify({ channel, events: [JSON.stringify(event)] });
    signer ??= import('./signer.appsync.ts').then(({ createSigner }) => createSigner(options));
    const sign = await signer;
    for (let attempt = 1; ; attempt++) {
      const failure = await post(url, await sign(body), body).then(failureOf, (error: Error) => error);
      if (!failure) return;
      if (failure instanceof PublishError || attempt === ATTEMPTS) {
        throw new PublishError(`AppSync did not take an event for ${channel}: ${failure.message}`);
      }
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_DELAY_MS * 2 ** attempt));
    }
  };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

async function post(url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
  const signal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  // Node's own client, which the SDK has loaded already. The stand-in for AppSync speaks plain HTTP.
  const open = url.protocol === 'https:' ? request : requestInsecurely;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    open(url, { method: 'POST', headers, signal }, resolve).on('error', reject).end(body);
  });
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/** Nothing where the event was taken; a `PublishError` where asking again would not help. */
function failureOf({ status, body }: Answer): Error | undefined {
  if (status === 429 || status >= 500) return new Error(`${status} ${body}`);
  if (status !== 200) return new PublishError(`${status} ${body}`);
  const { failed = [] } = JSON.parse(body) as { readonly failed?: readonly unknown[] };
  return failed.length > 0 ? new PublishError(JSON.stringify(failed)) : undefined;
}

/** Publishes where that is possible; a failure is logged, and nothing is thrown. */
export const announcing =
  (publish: Publish): Publish =>
  async (channel, event) => {
    try {
      await publish(channel, event);
    } catch (error) {
      logFailure('realtime.publish', error);
    }
  };
