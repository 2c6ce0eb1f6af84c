/** Somebody who comes to a site to try it, and leaves nothing behind. */
import { randomBytes } from 'node:crypto';
import { createApi, type Api } from '#demo/api.ts';
import type { Bearer } from '#demo/bearer.ts';
import { until } from './until.ts';

/** Amazon SES's own mailbox, which takes every mail and bounces none; what stands behind the plus is passed over. */
const mailbox = (name: string): string => `success+${name}@simulator.amazonses.com`;

const GONE_WITHIN_S = 60;

export interface Visitor {
  readonly username: string;
  /** The channel's id. */
  readonly id: string;
  readonly siteUrl: string;
  readonly bearer: Bearer;
  /** Calls in their name. */
  readonly api: Api;
  /** Deletes the account with all that it has made, and waits until its channel is gone. */
  leave(): Promise<void>;
}

/**
 * Signs up a user with a name that is not taken. A code is not entered: an account may do everything once before its
 * address is proven. `signal` ends every call but those of `leave`. Throws as the API's client does.
 */
export async function signUp(siteUrl: string, purpose: string, signal: AbortSignal): Promise<Visitor> {
  const username = `${purpose}_${randomBytes(5).toString('hex')}`;
  const password = randomBytes(18).toString('base64url');
  const anybody = createApi(siteUrl, signal);
  const { user, ...bearer } = await anybody.signUp({ username, email: mailbox(username), password });
  const steady = createApi(siteUrl, new AbortController().signal, bearer);
  return {
    username,
    id: user.id,
    siteUrl,
    bearer,
    api: anybody.as(bearer),
    leave: async () => {
      await steady.call('DELETE /auth/me', { body: { password } });
      await until('the channel is gone', { withinS: GONE_WITHIN_S }, async () => {
        const page = await fetch(`${siteUrl}/api/streamers/${username}`);
        await page.body?.cancel();
        return page.status === 404;
      });
    },
  };
}
