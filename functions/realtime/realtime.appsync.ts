/**
 * Publishing to AppSync Events.
 * Source: AWS AppSync Events Developer Guide, "Publish events via HTTP".
 */
import { signedRequests, type Answer, type Signing } from '../aws/signed-requests.ts';
import { logFailure } from '../http/log.ts';

/** Publishes one event, as JSON, on a channel such as `/chat/…`. Throws `PublishError` when AppSync does not take it. */
export type Publish = (channel: string, event: object) => Promise<void>;

export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/** Publishes by signed POST to `url` (`https://…/event`). */
export function appsyncPublisher({ url, ...signing }: Signing & { readonly url: string }): Publish {
  const send = signedRequests('appsync', signing);
  return async (channel, event) => {
    const refusal = await send({
      method: 'POST',
      url: new URL(url),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ channel, events: [JSON.stringify(event)] }),
    }).then(refusalOf, (error: Error) => error.message);
    if (refusal) throw new PublishError(`AppSync did not take an event for ${channel}: ${refusal}`);
  };
}

function refusalOf({ status, body }: Answer): string | undefined {
  if (status !== 200) return `${status} ${body}`;
  const { failed = [] } = JSON.parse(body) as { readonly failed?: readonly unknown[] };
  return failed.length > 0 ? JSON.stringify(failed) : undefined;
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
