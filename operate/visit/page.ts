import { LANGUAGE_COOKIE } from '#messages/languages.ts';

/** Fetches a page of a site: its document and its script. Throws if it is not a page of Fanfare. */
export async function openPage(siteUrl: string, path = '/'): Promise<void> {
  const page = await textOf(new URL(path, siteUrl), 'text/html');
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (!script) throw new Error(`${path} contains no script`);
  await textOf(new URL(script, siteUrl), 'javascript');
}

/**
 * Checks the parts of a channel's page that only the `pages` Lambda writes. If it fails, the CDN serves the plain
 * document: a missing channel is 200, and no page contains the channel's name. Throws the difference.
 */
export async function checkChannelPage(siteUrl: string, username: string): Promise<void> {
  const path = `/channel/${username}`;
  const named = await textOf(new URL(path, siteUrl), 'text/html');
  const title = /<meta property="og:title" content="([^"]*)"/.exec(named)?.[1];
  if (!title?.includes(username)) throw new Error(`${path} has the wrong og:title '${title ?? ''}'`);
  const missing = await fetch(new URL(`${path}_missing`, siteUrl));
  await missing.body?.cancel();
  if (missing.status !== 404) throw new Error(`${path}_missing answered ${missing.status}, not 404`);
  for (const [language, headers] of [
    ['de', { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }],
    ['ja', { 'accept-language': 'de', cookie: `${LANGUAGE_COOKIE}=ja` }],
  ] as const) {
    const page = await textOf(new URL(path, siteUrl), 'text/html', headers);
    const found = /<html[^>]* lang="([^"]*)"/.exec(page)?.[1];
    if (found !== language) throw new Error(`${path} is in '${found ?? ''}', not in '${language}'`);
  }
}

async function textOf(
  url: URL,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, { headers });
  const text = await response.text();
  const found = response.headers.get('content-type') ?? 'nothing';
  if (!response.ok || !found.includes(type))
    throw new Error(`${url.href} answered ${response.status}, ${found}`);
  return text;
}
