import type { IncomingMessage } from 'node:http';
import { isOwnMachine } from '../system/listen.ts';
import { AwsError } from './aws-error.ts';

/**
 * Stand-ins that programs alone talk to refuse what a browser sends, whatever page had it send that: one of another
 * origin, whose requests bear `Origin` or `Sec-Fetch-Site` (Fetch Standard), or one whose name leads here by a
 * treacherous DNS, which stands in `Host`. Throws `AccessDeniedException`.
 */
export function refuseBrowsers({ headers }: IncomingMessage): void {
  const isOfBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  if (isOfBrowser || !isOwnMachine(hostname(headers.host)))
    throw new AwsError('AccessDeniedException', 'Browsers have no business here.', 403);
}

/** `127.0.0.1` of `127.0.0.1:3000`, and `::1` of `[::1]:3000`. */
const hostname = (host = ''): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
