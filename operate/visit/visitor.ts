/** A temporary user of a site, who leaves nothing behind. */
import { randomBytes } from 'node:crypto';
import { createApi, type Api } from '#demo/api.ts';
import type { Bearer } from '#demo/bearer.ts';
import { until } from './until.ts';

/** SES's mailbox simulator, which accepts all mail. It ignores the text after the plus. */
const mailbox = (name: string): string => `success+${name}@simulator.amazonses.com`;

const GONE_WITHIN_S = 60;

export interface Visitor {
  readonly username: string;
  /** The channel's id. */
  readonly id: string;
  readonly siteUrl: string;
  readonly bearer: Bearer;
  /** Calls the API as this user. */
  readonly api: Api;
  /** Deletes the account with all its content, and waits until its channel is gone. */
  leave(): Promise<void>;
}

/**
 * Signs up a user with an unused name. No code is entered: an account may do everything once before its address is
 * verified. `signal` aborts all calls except for those of `leave`. Throws the API client's errors.
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
