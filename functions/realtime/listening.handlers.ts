import { channelTopic, LISTS_TOPIC } from '../../shared/plain/topics.ts';

/** Source: AWS AppSync Events Developer Guide, "Configuring authorization and authentication to secure Event APIs". */
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
  /** How long AppSync caches the answer, in seconds. */
  readonly ttlOverride: number;
}

/**
 * Authorizes connections and subscriptions, never publishing. AppSync must not cache the answer, because it caches by
 * token and would apply the answer for one channel to all others.
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

interface Listening {
  readonly pass: string;
  /** Absent for a connection. */
  readonly topic?: string | undefined;
}

interface ListeningPorts {
  /** `null` for an invalid pass. */
  readonly subjectOf: (pass: string) => { readonly kind: string; readonly id: string } | null;
}

// Every pass may listen to the lists, and a channel's pass to that channel. A wildcard (`/channels/*`) is never allowed.
function mayListen({ subjectOf }: ListeningPorts, { pass, topic }: Listening): boolean {
  const subject = subjectOf(pass);
  if (!subject) return false;
  if (topic === undefined || withSlash(topic) === LISTS_TOPIC) return true;
  return subject.kind === 'channel' && withSlash(topic) === channelTopic(subject.id);
}

/** AppSync also accepts a topic without a leading slash. */
const withSlash = (topic: string): string => (topic.startsWith('/') ? topic : `/${topic}`);
