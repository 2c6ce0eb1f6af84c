import type { ChannelBatch } from '#shared/live/channel-events.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { connect, type RealtimeClient } from './realtime-client.ts';

/** A client that has subscribed to a topic, as an open page has: by a pass. */
export async function listenToTopic(
  realtime: { readonly port: number },
  topic: string,
  pass: string,
): Promise<RealtimeClient> {
  const client = await connect({ ...realtime, pass });
  const authorization = { host: 'localhost', Authorization: pass };
  client.send({ type: 'subscribe', id: 'topic', channel: topic, authorization });
  for (;;) {
    const { type } = await client.next();
    if (type === 'subscribe_success') return client;
    if (type === 'subscribe_error') throw new Error('The subscription was refused');
  }
}

/** To a channel. */
export const listenToChannel = (
  realtime: { readonly port: number },
  channelId: string,
  pass: string,
): Promise<RealtimeClient> => listenToTopic(realtime, channelTopic(channelId), pass);

/** The messages of one delivery, as the socket brings it. */
export const messagesIn = (delivered: unknown): ChatMessage[] =>
  (JSON.parse(String(delivered)) as ChannelBatch).events.flatMap((event) =>
    event.type === 'message' ? [event.message] : [],
  );
