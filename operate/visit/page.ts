/** Opens a page of a site: its document, and the program that it names. Throws where it is no page of Fanfare. */
export async function openPage(siteUrl: string, path = '/'): Promise<void> {
  const page = await textOf(new URL(path, siteUrl), 'text/html');
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (!script) throw new Error(`${path} names no program`);
  await textOf(new URL(script, siteUrl), 'javascript');
}

async function textOf(url: URL, type: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  const found = response.headers.get('content-type') ?? 'nothing';
  if (!response.ok || !found.includes(type))
    throw new Error(`${url.href} answered ${response.status}, ${found}`);
  return text;
}
