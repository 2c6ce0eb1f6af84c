import type { IncomingMessage } from 'node:http';
import { isOwnMachine } from '../system/listen.ts';
import { AwsError } from './aws-error.ts';

/**
 * Refuses requests from browsers, for stand-ins that only programs use. A page of another origin sends `Origin` or
 * `Sec-Fetch-Site` (Fetch Standard); a page that uses DNS rebinding sends its own name in `Host`. Throws
 * `AccessDeniedException`.
 */
export function refuseBrowsers({ headers }: IncomingMessage): void {
  const isOfBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  if (isOfBrowser || !isOwnMachine(hostname(headers.host)))
    throw new AwsError('AccessDeniedException', 'Requests from browsers are refused.', 403);
}

/** Returns `127.0.0.1` for `127.0.0.1:3000`, and `::1` for `[::1]:3000`. */
const hostname = (host = ''): string => host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
