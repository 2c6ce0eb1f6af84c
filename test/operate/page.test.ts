import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '#infra/local/system/listen.ts';
import { checkChannelPage } from '#operate/visit/page.ts';

interface Answers {
  readonly title?: string;
  readonly missing?: number;
  /** Language of the page. @default the visitor's preferred one */
  readonly language?: string;
}

/** Starts a site with one channel, whose page has these properties. */
async function siteWith({ title = 'ada_1 is live', missing = 404, language }: Answers): Promise<string> {
  const server = createServer(({ url, headers }, response) => {
    const [, chosen] = /language=(\w+)/.exec(headers.cookie ?? '') ?? [];
    const preferred = chosen ?? headers['accept-language']?.slice(0, 2) ?? 'en';
    response.writeHead(url === '/channel/ada_1' ? 200 : missing, { 'content-type': 'text/html' });
    const head = title && `<meta property="og:title" content="${title}" data-page />`;
    response.end(
      `<!doctype html><html lang="${language ?? preferred}" dir="ltr"><head>${head}</head></html>`,
    );
  });
  const site = await listen(server, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => site.close());
  return `http://127.0.0.1:${site.port}`;
}

it('accepts a channel’s page with its title, a 404 for an unknown one, and both ways to choose a language', async () => {
  await expect(checkChannelPage(await siteWith({}), 'ada_1')).resolves.toBeUndefined();
});

it.each([
  ['the bare document of the bucket', { title: '' }, /og:title ''/],
  ['another page', { title: 'Fanfare' }, /og:title 'Fanfare'/],
  ['200 for a channel that is not there', { missing: 200 }, /answered 200, not 404/],
  ['one language for everybody', { language: 'en' }, /is in 'en', not in 'de'/],
])('refuses %s', async (_, answers, reason) => {
  await expect(checkChannelPage(await siteWith(answers), 'ada_1')).rejects.toThrow(reason);
});
