/** Source: AWS AppSync Events Developer Guide, "Publish events via HTTP". */
import { signedRequests, type HttpAnswer, type Signing } from '#functions/aws/signed-requests.ts';

/** Per request. */
const MAX_EVENTS = 5;

export class PublishError extends Error {
  override readonly name = 'PublishError';
}

/**
 * Publishes events as JSON, in order, by signed requests to `url` (`https://…/event`). Throws `PublishError` if AppSync
 * refuses them.
 */
export function appsyncPublisher({ url, ...signing }: Signing & { readonly url: string }) {
  const send = signedRequests('appsync', signing);
  return async (channel: string, all: readonly object[]): Promise<void> => {
    for (let from = 0; from < all.length; from += MAX_EVENTS) {
      const events = all.slice(from, from + MAX_EVENTS).map((event) => JSON.stringify(event));
      const refusal = await send({
        method: 'POST',
        url: new URL(url),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ channel, events }),
      }).then(refusalOf, (error: Error) => error.message);
      if (refusal) throw new PublishError(`AppSync did not take events for ${channel}: ${refusal}`);
    }
  };
}

function refusalOf({ status, body }: HttpAnswer): string | undefined {
  if (status !== 200) return `${status} ${body}`;
  const { failed = [] } = JSON.parse(body) as { readonly failed?: readonly unknown[] };
  return failed.length > 0 ? JSON.stringify(failed) : undefined;
}
