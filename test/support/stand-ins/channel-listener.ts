import type { ChannelBatch } from '#shared/live/channel-events.ts';
import type { ChatMessage } from '#shared/community/chat.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { connect, type RealtimeClient } from './realtime-client.ts';

/** Subscribes a client to a topic with a pass, like an open page. */
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

/** Subscribes a client to a channel's topic. */
export const listenToChannel = (
  realtime: { readonly port: number },
  channelId: string,
  pass: string,
): Promise<RealtimeClient> => listenToTopic(realtime, channelTopic(channelId), pass);

/** Returns the messages of one delivery of the socket. */
export const messagesIn = (delivered: unknown): ChatMessage[] =>
  (JSON.parse(String(delivered)) as ChannelBatch).events.flatMap((event) =>
    event.type === 'message' ? [event.message] : [],
  );
