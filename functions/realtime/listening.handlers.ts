import { captionsTopic, channelTopic, LISTS_TOPIC, personTopic } from '#shared/plain/topics.ts';
import type { Claims } from '#functions/passes/index.ts';

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

interface ListeningDeps {
  /** `null` for an invalid pass. */
  readonly claimsOf: (pass: string) => Claims | null;
  /** Whether a channel's pass was issued to the channel's owner. */
  readonly isOwners: (claims: Claims) => boolean;
  /** Counts a subscription; false if there are too many of the pass or its owner. */
  readonly countSubscription: (claims: Claims) => Promise<boolean>;
}

/**
 * Authorizes connections and subscriptions, never publishing. AppSync must not cache the answer, because it caches by
 * token and would apply the answer for one channel to all others.
 */
export const authorizeListening =
  (deps: ListeningDeps) =>
  async ({ authorizationToken, requestContext }: AuthorizerEvent): Promise<AuthorizerResult> => {
    const claims = deps.claimsOf(authorizationToken);
    return {
      isAuthorized: claims !== null && (await isAllowed(deps, claims, requestContext)),
      ttlOverride: 0,
    };
  };

async function isAllowed(
  { countSubscription, isOwners }: ListeningDeps,
  claims: Claims,
  { operation, channel }: AuthorizerEvent['requestContext'],
): Promise<boolean> {
  if (operation === 'EVENT_CONNECT') return true;
  const topic = withSlash(channel ?? '');
  const isOwn = claims.kind === 'channel' && topic === personTopic(claims.id) && isOwners(claims);
  if (operation !== 'EVENT_SUBSCRIBE' || !(isOwn || mayListen(claims, topic))) return false;
  return countSubscription(claims);
}

/** Every pass allows the lists, and a channel's pass that channel and its captions. A wildcard (`/channels/*`) is never allowed. */
const mayListen = ({ kind, id }: Claims, topic: string): boolean =>
  topic === LISTS_TOPIC ||
  (kind === 'channel' && (topic === channelTopic(id) || topic === captionsTopic(id)));

/** AppSync also accepts a topic without a leading slash. */
const withSlash = (topic: string): string => (topic.startsWith('/') ? topic : `/${topic}`);
