import { randomUUID } from 'node:crypto';
import { LOCAL_ACCOUNT } from '../aws/credentials.ts';
import { unauthorized } from './protocol.ts';
import type { RealtimeContext } from './realtime-context.ts';

/** Returns the client's token. AppSync's header names are case-insensitive. */
export const tokenIn = (headers: Readonly<Record<string, unknown>> | undefined): unknown =>
  Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'authorization')?.[1];

/** A client's request: to connect, or to subscribe to a channel. */
export interface AuthorizationInput {
  readonly token: unknown;
  readonly channel?: readonly string[];
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** Calls the authoriser. Throws AppSync's error if it refuses or fails. */
export async function authorize(
  { authorize: ask }: Pick<RealtimeContext, 'authorize'>,
  { token, channel, requestHeaders }: AuthorizationInput,
): Promise<void> {
  if (typeof token !== 'string' || token === '') throw unauthorized();
  const { isAuthorized } = await ask({
    authorizationToken: token,
    requestContext: {
      apiId: 'local',
      accountId: LOCAL_ACCOUNT,
      requestId: randomUUID(),
      operation: channel ? 'EVENT_SUBSCRIBE' : 'EVENT_CONNECT',
      ...(channel && { channelNamespaceName: channel[0] ?? '', channel: `/${channel.join('/')}` }),
    },
    requestHeaders,
  }).catch(() => ({ isAuthorized: false }));
  if (!isAuthorized) throw unauthorized();
}
