import { join } from 'node:path';
import type { Pass } from '#shared/people/passes.ts';
import type { Realtime } from '#shared/live/realtime.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import type { Person } from '#test/support/site/people.ts';
import { startScript } from '../support/programs.ts';
import type { ListenerReport, Listening } from './listeners.program.ts';

export type MessageSource = Pick<Listening, 'url' | 'pass' | 'topic'>;

/** Where the messages of a person's channel are published. */
export async function channelOf(streamer: Person): Promise<MessageSource> {
  const { endpoint: url } = (await streamer.call('GET', '/realtime')) as Realtime;
  const { pass } = (await streamer.call('POST', `/passes/channel/${streamer.id}`)) as Pass;
  return { url, pass, topic: channelTopic(streamer.id) };
}

/** Starts the listeners. Returns a function that stops them and returns what they have received. */
export async function startListeners(listening: Listening): Promise<() => Promise<ListenerReport>> {
  const program = startScript(join(import.meta.dirname, 'listeners.program.ts'), [JSON.stringify(listening)]);
  await program.firstLine();
  return () => program.report<ListenerReport>();
}
