import { channelTopic, LISTS_TOPIC } from '../../shared/plain/topics.ts';

/** What somebody wants who shows a pass. */
export interface Listening {
  readonly pass: string;
  /** What is subscribed to; without, one only connects. */
  readonly topic?: string | undefined;
}

export interface ListeningPorts {
  /** What a pass is for; `null` for any other text. */
  readonly subjectOf: (pass: string) => { readonly kind: string; readonly id: string } | null;
}

/**
 * Whether who shows a pass may listen: connect with any, hear of the lists with any, and subscribe to the channel of that
 * very pass. What stands for many (`/channels/*`) is the topic of none.
 */
export function mayListen({ subjectOf: thingOf }: ListeningPorts, { pass, topic }: Listening): boolean {
  const thing = thingOf(pass);
  if (!thing) return false;
  if (topic === undefined || withSlash(topic) === LISTS_TOPIC) return true;
  return thing.kind === 'channel' && withSlash(topic) === channelTopic(thing.id);
}

/** AppSync takes a topic without the slash in front as well. */
const withSlash = (topic: string): string => (topic.startsWith('/') ? topic : `/${topic}`);
