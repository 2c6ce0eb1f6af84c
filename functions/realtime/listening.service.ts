import { chatTopic } from '../../shared/plain/topics.ts';

/** What somebody wants who shows a pass. */
export interface Listening {
  readonly pass: string;
  /** What is subscribed to; without, one only connects. */
  readonly topic?: string | undefined;
}

export interface ListeningPorts {
  /** The channel that a pass is for; `null` for any other text. */
  readonly channelOf: (pass: string) => string | null;
}

/**
 * Whether who shows a pass may listen: connect with one to any channel, and subscribe to the chat of that very channel.
 * What stands for many (`/chat/*`) is the chat of none.
 */
export function mayListen({ channelOf }: ListeningPorts, { pass, topic }: Listening): boolean {
  const channelId = channelOf(pass);
  if (channelId === null) return false;
  return topic === undefined || withSlash(topic) === chatTopic(channelId);
}

/** AppSync takes a topic without the slash in front as well. */
const withSlash = (topic: string): string => (topic.startsWith('/') ? topic : `/${topic}`);
