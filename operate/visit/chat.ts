import { randomUUID } from 'node:crypto';
import { createApi } from '#demo/api.ts';
import type { ChannelBatch } from '#shared/live/channel-events.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { subscribeToTopic } from '#web/lib/realtime/topic-socket.ts';
import { until } from './until.ts';
import type { Visitor } from './visitor.ts';

const RECEIVED_WITHIN_S = 20;

/**
 * Sends a message to the chat of a visitor's channel, and receives it over the socket as a signed-out viewer. Returns
 * the delay in seconds. Throws if it is not received, or not in the chat's history.
 */
export async function chat({ api, id, siteUrl }: Visitor, signal: AbortSignal): Promise<number> {
  const message = `Test message ${randomUUID()}`;
  const listener = createApi(siteUrl, signal);
  const realtime = await listener.call('GET /realtime', {});
  const params = { kind: 'channel', id } as const;
  const { pass } = await listener.call('POST /passes/{kind}/{id}', { params });
  let receivedMs = 0;
  const onEvent = (batch: unknown): void => {
    const { events } = batch as ChannelBatch;
    if (events.some((event) => event.type === 'message' && event.message.message === message))
      receivedMs = performance.now();
  };
  const leave = await subscribeToTopic(
    realtime,
    { topic: channelTopic(id), pass },
    { onEvent, onBroken: () => {} },
  );
  try {
    const writtenMs = performance.now();
    await api.call('POST /chat/{id}', { params: { id }, body: { message }, headers: {} });
    await until(
      'the message by the socket',
      { withinS: RECEIVED_WITHIN_S, everyMs: 50, signal },
      async () => receivedMs,
    );
    await until('the message in the history', { withinS: RECEIVED_WITHIN_S, signal }, async () => {
      const history = await listener.call('GET /chat/{id}', { params: { id }, query: {} });
      return history.some((one) => one.message === message);
    });
    return (receivedMs - writtenMs) / 1000;
  } finally {
    leave();
  }
}
