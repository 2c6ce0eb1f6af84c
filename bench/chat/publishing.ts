import { Sha256 } from '@aws-crypto/sha256-js';
import { ulid } from 'ulid';
import { appsyncPublisher } from '#functions/realtime/realtime.appsync.ts';
import { LOCAL_REGION, localCredentials } from '#infra/local/aws/credentials.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import type { Write } from './crowd.ts';
import { inBatches } from './in-batches.ts';
import { isReply } from './messages.ts';

const PEOPLE = 60;

interface PublishingOptions {
  /** The site's data folder. */
  readonly dataDir: string;
  /** The address to which the site's Lambdas publish. */
  readonly realtime: string;
  readonly channelId: string;
}

/**
 * Publishes messages to open pages as the Lambda does, but stores none: on the same machine, the cost of storing would
 * be included in the page's measurement.
 */
export function publishing({ dataDir, realtime, channelId }: PublishingOptions): Write {
  const credentials = localCredentials(dataDir);
  const publish = appsyncPublisher({ url: realtime, region: LOCAL_REGION, credentials, sha256: Sha256 });
  const publishToChannel = inBatches(publish, channelId);
  let last: ChatMessage | undefined;
  return async (n, words) => {
    const message = messageOf(n, words, last);
    last = message;
    await publishToChannel({ type: 'message', message });
  };
}

function messageOf(n: number, message: string, answered: ChatMessage | undefined): ChatMessage {
  const quote = answered && { id: answered.id, username: answered.username, message: answered.message };
  return {
    id: ulid(),
    username: `crowd_${n % PEOPLE}`,
    message,
    timestamp: new Date().toISOString(),
    badges: ['new'],
    ...(isReply(n) && quote && { reply_to: quote }),
  };
}
