import { mayListen, type ListeningPorts } from './listening.service.ts';

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
    /** Without these one connects. */
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
 * Decides who listens. AppSync remembers nothing of it: what it keeps an answer by is the token, and one that opens its
 * own channel would then open any other. Nobody publishes by a pass.
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
