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
  /** `null` for an invalid pass. */
  (subjectOf: (pass: string) => Subject | null) =>
    async ({ authorizationToken, requestContext }: AuthorizerEvent): Promise<AuthorizerResult> => {
      const subject = subjectOf(authorizationToken);
      const { operation, channel } = requestContext;
      const isAllowed =
        operation === 'EVENT_CONNECT' ||
        (operation === 'EVENT_SUBSCRIBE' && subject !== null && mayListen(subject, withSlash(channel ?? '')));
      return { isAuthorized: subject !== null && isAllowed, ttlOverride: 0 };
    };

interface Subject {
  readonly kind: string;
  readonly id: string;
}

/** Every pass allows the lists, and a channel's pass that channel. A wildcard (`/channels/*`) is never allowed. */
const mayListen = ({ kind, id }: Subject, topic: string): boolean =>
  topic === LISTS_TOPIC || (kind === 'channel' && topic === channelTopic(id));

/** AppSync also accepts a topic without a leading slash. */
const withSlash = (topic: string): string => (topic.startsWith('/') ? topic : `/${topic}`);
