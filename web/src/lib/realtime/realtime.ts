/** What is published while the page is open. One socket for all of it, of which parts of the page know nothing. */
import type { ChannelEvent, ListEvent } from '../../../../shared/live/channel-events.ts';
import { channelTopic, LISTS_TOPIC } from '../../../../shared/plain/topics.ts';
import { call } from '../api/api.ts';
import { showAnyPass, showPass } from '../api/passes.ts';
import type { OpenSocket } from './keep-listening.ts';
import { hear } from './hearing.ts';
import { type Listener, shareTopics } from './topics.ts';

/** Shows a pass that opens a topic to who takes it there. */
type ShowPass = (show: (pass: string) => Promise<() => void>) => Promise<() => void>;

const listenTo = shareTopics();

const opening =
  (topic: string, show: ShowPass): OpenSocket =>
  async (handlers) => {
    const [realtime, { subscribeToTopic }] = await Promise.all([
      call('GET /realtime'),
      import('./topic-socket.ts'),
    ]);
    return show((pass) => subscribeToTopic(realtime, { topic, pass }, handlers));
  };

/** Hears all that happens in a channel, until the answered function is called. */
export function listenToChannel(channelId: string, listener: Listener<ChannelEvent>): () => void {
  const topic = channelTopic(channelId);
  const open = opening(topic, (show) => showPass('channel', channelId, show));
  const onEvents = (events: readonly ChannelEvent[]): void => listener.onEvents(hear(channelId, events));
  return listenTo(topic, open, { ...listener, onEvents } as Listener<unknown>);
}

/** Hears who goes live, and who off the air. */
export const listenToLists = (listener: Listener<ListEvent>): (() => void) =>
  listenTo(LISTS_TOPIC, opening(LISTS_TOPIC, showAnyPass), listener as Listener<unknown>);
