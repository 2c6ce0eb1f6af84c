import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly cookie?: string | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly retryAfterS: number | undefined;
  /** Names and values of the cookies set by the response. */
  readonly cookies: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether the edge served it from its cache. */
  readonly isKept: boolean;
}

/** Calls a site's API from this address of the loopback network (127.0.0.0/8). */
export async function askFrom(
  localAddress: string,
  url: string,
  { method = 'GET', token, cookie, body }: Asked = {},
): Promise<Answered> {
  const { port, pathname, search } = new URL(url);
  const sent = request({
    host: '127.0.0.1',
    port,
    path: pathname + search,
    localAddress,
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer = await text(response);
  const retryAfter = response.headers['retry-after'];
  return {
    status: response.statusCode ?? 0,
    retryAfterS: retryAfter === undefined ? undefined : Number(retryAfter),
    cookies: (response.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]!),
    isKept: String(response.headers['x-cache']).startsWith('Hit'),
    body: answer ? (JSON.parse(answer) as Record<string, unknown>) : {},
  };
}
