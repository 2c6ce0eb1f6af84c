/** The socket of AppSync Events. In a chunk of its own: Amplify weighs more than the page that uses it. */
import { type AmplifyContext, createAmplifyContext } from '@aws-amplify/core';
import { CONNECTION_STATE_CHANGE, ConnectionState, events } from 'aws-amplify/data';
import { Hub } from 'aws-amplify/utils';
import type { Realtime } from '../../../../shared/live/realtime.ts';
import type { SocketHandlers } from './keep-listening.ts';

/** States in which events arrive, or are about to. */
const GOOD = new Set<unknown>([ConnectionState.Connected, ConnectionState.Connecting]);

/**
 * Subscribes to a topic; resolves once events arrive, with how to leave. Whatever the topics, they share one socket.
 * Rejects when the socket cannot be opened or refuses. Whoever is told that it broke has to leave, and to try again after
 * two seconds or more: until then Amplify is still closing.
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

/** A context of our own: `Amplify.configure` would bring all of Cognito's client along. */
function contextOf({ endpoint, region }: Realtime): AmplifyContext {
  return createAmplifyContext({
    API: {
      Events: { endpoint, region, defaultAuthMode: 'lambda' },
    },
  });
}
