import { request as requestSecurely } from 'node:https';
import {
  isPublicAddress,
  PrivateAddressError,
  publicLookup,
  type Resolve,
} from '#functions/base/public-address.ts';
import type { Attempt } from '#functions/webhook-events/index.ts';
import { addressRefusal } from '../webhook-address.ts';

/** From the name's resolution to the end of the answer. */
const TIMEOUT_MS = 5_000;
/** Of the answer's head, and of its body. The rest is not read. */
const MAX_ANSWER_BYTES = 16 * 1024;

export interface PostOptions {
  /** Allows private addresses, `http` and all ports, for development. */
  readonly allowsPrivate: boolean;
  /** @default the system's resolver */
  readonly resolve?: Resolve;
  /** @default five seconds */
  readonly timeoutMs?: number;
  readonly clock: () => number;
}

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Post = (message: Message) => Promise<Attempt>;

/**
 * Sends a message to an address that somebody has given. Follows no redirect, and connects to the address that was checked. Of
 * the answer only the status counts.
 */
export const poster = ({ allowsPrivate, resolve, timeoutMs = TIMEOUT_MS, clock }: PostOptions): Post => {
  const lookup = publicLookup(resolve, allowsPrivate ? () => true : isPublicAddress);
  return async ({ url, headers, body }) => {
    const startedMs = clock();
    const done = (result: Omit<Attempt, 'duration_ms'>): Attempt => ({
      ...result,
      duration_ms: clock() - startedMs,
    });
    // The rules may have changed since the address was stored.
    if (addressRefusal(url, allowsPrivate)) return done({ error: 'refused' });
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return done({ status: await statusOf(new URL(url), { headers, body, lookup, signal }) });
    } catch (error) {
      if (signal.aborted) return done({ error: 'timed_out' });
      return done({ error: error instanceof PrivateAddressError ? 'refused' : 'unreachable' });
    }
  };
};

interface Sent extends Pick<Message, 'headers' | 'body'> {
  readonly lookup: ReturnType<typeof publicLookup>;
  readonly signal: AbortSignal;
}

async function statusOf(url: URL, { headers, body, lookup, signal }: Sent): Promise<number> {
  // For development alone.
  const open = url.protocol === 'https:' ? requestSecurely : (await import('node:http')).request;
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Fanfare-Webhooks/1',
        ...headers,
      },
      // A connection of an agent could have been opened without the check.
      agent: false,
      maxHeaderSize: MAX_ANSWER_BYTES,
      lookup,
      signal,
    } as const;
    open(url, options, (response) => {
      let bytes = 0;
      const finish = () => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      };
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes >= MAX_ANSWER_BYTES) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    })
      .on('error', reject)
      .end(body);
  });
}
