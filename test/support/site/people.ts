/** Users for tests, created through the public API as by any client. */
import { createHash } from 'node:crypto';
import type { Session } from '#shared/people/auth.ts';
import { askFrom } from './from-address.ts';

export const PASSWORD = 'whirl-and-hum-62';

export interface Person extends Session {
  readonly username: string;
  /** The channel's id. */
  readonly id: string;
  /** Calls the API as this person. Throws its errors. */
  call(method: string, path: string, body?: object): Promise<unknown>;
}

/** Signs up a person from a separate IP address, because sign-ups per address are limited. */
export async function aPerson(siteUrl: string, username: string): Promise<Person> {
  const account = { username, email: `${username}@example.com`, password: PASSWORD };
  const url = `${siteUrl}/api/auth/signup`;
  const answer = await askFrom(ownAddress(username), url, { method: 'POST', body: account });
  if (answer.status !== 201) throw new Error(`Sign-up answered ${JSON.stringify(answer.body)}`);
  const session = answer.body as unknown as Session;
  const call = (method: string, path: string, body?: object) =>
    callApi(siteUrl, method, path, body, session.token);
  return { ...session, username, id: session.user.id, call };
}

/** In the loopback network. */
const ownAddress = (username: string): string => {
  const parts = [...createHash('sha256').update(username).digest().subarray(0, 3)];
  return ['127', ...parts.map((part) => 1 + (part % 254))].join('.');
};

async function callApi(siteUrl: string, method: string, path: string, body?: object, token?: string) {
  const response = await fetch(`${siteUrl}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return text === '' ? undefined : (JSON.parse(text) as unknown);
}

/** The common part of the browser drivers' pages. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(
    run: (session: readonly [string, string]) => void,
    session: readonly [string, string],
  ): Promise<void>;
}

/** Sets this person's session in the page's browser, as after a log-in. `siteUrl` is for pages without a base URL. */
export async function enterAs(page: Page, { user, token }: Session, siteUrl = ''): Promise<void> {
  await page.goto(`${siteUrl}/favicon.svg`);
  await page.evaluate(
    ([userJson, token]) => {
      localStorage.setItem('currentUser', userJson);
      localStorage.setItem('token', token);
    },
    [JSON.stringify(user), token] as const,
  );
}
