import { ATTEMPT_LIMITS_MS } from '#functions/aws/time-limits.ts';
import {
  endpointOf,
  signedRequests,
  type RetryOptions,
  type Signing,
} from '#functions/aws/signed-requests.ts';

/** The tick may take long. The delays are those of `time-limits.ts`. */
const PATIENCE: RetryOptions = {
  attempts: 5,
  firstDelayMs: 500,
  attemptTimeoutMs: ATTEMPT_LIMITS_MS.ivsStreams,
};

interface StreamsPage {
  readonly streams?: readonly { readonly channelArn?: string; readonly streamId?: string }[];
  readonly nextToken?: string;
}

/**
 * Lists the live streams at IVS: ids by channel ARN. Throws when a page cannot be read, because a partial list would
 * end streams. Does not load the SDK client, as each tick calls it. Source: Amazon IVS Low-Latency Streaming API
 * Reference, "ListStreams".
 */
export function broadcastsOfIvs(signing: Signing): () => Promise<ReadonlyMap<string, string>> {
  const send = signedRequests('ivs', signing, PATIENCE);
  return async () => {
    const url = new URL('/ListStreams', await endpointOf('ivs', signing.region));
    const broadcasts = new Map<string, string>();
    let nextToken: string | undefined;
    do {
      const page: StreamsPage = await readPage(url, nextToken);
      for (const { channelArn, streamId } of page.streams ?? []) {
        if (channelArn && streamId) broadcasts.set(channelArn, streamId);
      }
      nextToken = page.nextToken;
    } while (nextToken);
    return broadcasts;
  };

  async function readPage(url: URL, nextToken: string | undefined): Promise<StreamsPage> {
    const { status, body } = await send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ maxResults: 100, nextToken }),
    });
    if (status !== 200) throw new Error(`IVS answered ${status}, and no streams: ${body}`);
    return JSON.parse(body) as StreamsPage;
  }
}
