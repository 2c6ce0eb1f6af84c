import { channelTopic, LISTS_TOPIC } from '../../shared/plain/topics.ts';

/**
 * What AppSync asks an authoriser.
 * Source: AWS AppSync Events Developer Guide, "Configuring authorization and authentication to secure Event APIs".
 */
export interface AuthorizerEvent {
  readonly authorizationToken: string;
  readonly requestContext: {
    readonly apiId: string;
    readonly accountId: string;
    readonly requestId: string;
    readonly operation: 'EVENT_CONNECT' | 'EVENT_SUBSCRIBE' | 'EVENT_PUBLISH';
    /** Absent for a connection. */
    readonly channelNamespaceName?: string | null;
    readonly channel?: string | null;
  };
  readonly requestHeaders: Readonly<Record<string, string>>;
}

export interface AuthorizerResult {
  readonly isAuthorized: boolean;
  /** For how long AppSync need not ask again, in seconds. */
  readonly ttlOverride: number;
}

/**
 * Authorizes connections and subscriptions; a pass never allows publishing. AppSync must not cache the answer: it caches
 * by token, and an answer for one channel would then count for every other.
 */
export const authorizeListening =
  (ports: ListeningPorts) =>
  async ({ authorizationToken: pass, requestContext }: AuthorizerEvent): Promise<AuthorizerResult> => {
    const { operation, channel } = requestContext;
    const isAuthorized =
      operation === 'EVENT_CONNECT'
        ? mayListen(ports, { pass })
        : operation === 'EVENT_SUBSCRIBE' && mayListen(ports, { pass, topic: channel ?? '' });
    return { isAuthorized, ttlOverride: 0 };
  };

/** What the holder of a pass asks for. */
interface Listening {
  readonly pass: string;
  /** The topic of a subscription; absent for a connection. */
  readonly topic?: string | undefined;
}

interface ListeningPorts {
  /** What a pass is for; `null` for any other text. */
  readonly subjectOf: (pass: string) => { readonly kind: string; readonly id: string } | null;
}

/**
 * Whether a pass allows it: any pass connects and subscribes to the lists; a channel's pass subscribes to that channel.
 * A wildcard (`/channels/*`) is never allowed.
 */
function mayListen({ subjectOf }: ListeningPorts, { pass, topic }: Listening): boolean {
  const subject = subjectOf(pass);
  if (!subject) return false;
  if (topic === undefined || withSlash(topic) === LISTS_TOPIC) return true;
  return subject.kind === 'channel' && withSlash(topic) === channelTopic(subject.id);
}

/** AppSync takes a topic without the slash in front as well. */
const withSlash = (topic: string): string => (topic.startsWith('/') ? topic : `/${topic}`);
