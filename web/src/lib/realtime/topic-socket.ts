/** The AppSync Events socket. A separate chunk, because Amplify is large. */
import { type AmplifyContext, createAmplifyContext } from '@aws-amplify/core';
import { CONNECTION_STATE_CHANGE, ConnectionState, events } from 'aws-amplify/data';
import { Hub } from 'aws-amplify/utils';
import type { Realtime } from '#shared/live/realtime.ts';
import type { SocketHandlers } from './topics.ts';

/** States in which events arrive, or soon will. */
const GOOD = new Set<unknown>([ConnectionState.Connected, ConnectionState.Connecting]);

/**
 * Subscribes to a topic over the shared socket and returns how to unsubscribe. Rejects if the socket fails. After a
 * failure, unsubscribe and wait two seconds, because Amplify is still closing.
 */
export async function subscribeToTopic(
  realtime: Realtime,
  { topic, pass }: { readonly topic: string; readonly pass: string },
  { onEvent, onBroken }: SocketHandlers,
): Promise<() => void> {
  const channel = await events.connect(contextOf(realtime), topic, { authMode: 'lambda', authToken: pass });
  let isReady = false;
  const forgetState = Hub.listen('api', ({ payload }) => {
    if (payload.event !== CONNECTION_STATE_CHANGE || !isReady) return;
    const { connectionState } = payload.data as { connectionState?: unknown };
    if (!GOOD.has(connectionState)) onBroken();
  });
  const leave = () => {
    forgetState();
    channel.close();
  };
  try {
    await channel.subscribe({ next: ({ event }) => onEvent(event), error: onBroken }).ready;
  } catch (error) {
    leave();
    throw error;
  }
  isReady = true;
  return leave;
}

/** A separate context, because `Amplify.configure` would bundle the Cognito client. */
function contextOf({ endpoint, region }: Realtime): AmplifyContext {
  return createAmplifyContext({
    API: {
      Events: { endpoint, region, defaultAuthMode: 'lambda' },
    },
  });
}
