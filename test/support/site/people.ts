/** People who came before the test begins, made through the public API as any client would. */
import type { Session } from '../../../shared/people/auth.ts';

export const PASSWORD = 'whirl-and-hum-62';

export interface Person extends Session {
  readonly username: string;
  /** The channel's id. */
  readonly id: string;
  /** Calls the API as this person; throws what it refuses. */
  call(method: string, path: string, body?: object): Promise<unknown>;
}

/** Signs somebody up. */
export async function aPerson(siteUrl: string, username: string): Promise<Person> {
  const account = { username, email: `${username}@example.com`, password: PASSWORD };
  const session = (await callApi(siteUrl, 'POST', '/auth/signup', account)) as Session;
  const call = (method: string, path: string, body?: object) =>
    callApi(siteUrl, method, path, body, session.token);
  return { ...session, username, id: session.user.id, call };
}

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

/** What browsers' drivers have in common. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(
    run: (session: readonly [string, string]) => void,
    session: readonly [string, string],
  ): Promise<void>;
}

/** Has the page's browser hold this person's session, as after a log-in. `siteUrl` is for pages that don't know it. */
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
