import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser, visit, type Visitor } from '../../../support/browser/browser.ts';
import { startEncoder } from '../../../support/media/encoder.ts';
import { portsOf, runSite, siteFolder, type RunningSite } from '../../../support/site/running-site.ts';
import { createStream, logIn, signUp, type Credentials } from '../../../support/browser/streamer.ts';

const folder = siteFolder();
let site: RunningSite;
let browser: Browser;
let streamer: Visitor;

beforeAll(async () => {
  [site, browser] = await Promise.all([runSite(folder.path), startBrowser()]);
  streamer = await visit(browser, site.url);
});

afterAll(async () => {
  await browser?.close();
  await site?.end('SIGTERM');
  folder.remove();
});

describe('a site that is killed during a stream and restarted', () => {
  let credentials: Credentials;
  let encoderExit: number;

  beforeAll(async () => {
    await signUp(streamer.page, 'PhoenixFan');
    credentials = await createStream(streamer.page, 'Never mind the power cut', 'Tower Fans');
    const encoder = startEncoder(credentials.publishUrl);
    await streamer.page.getByText('Encoder connected').waitFor();
    const ports = portsOf(site);
    await site.end('SIGKILL');
    encoderExit = await encoder.exit;
    site = await runSite(folder.path, ports);
  });

  it('leaves no process behind, and the encoder was cut off', () => {
    expect(encoderExit).not.toBe(0);
  });

  it('keeps the account', async () => {
    const elsewhere = await visit(browser, site.url);
    await logIn(elsewhere.page, 'PhoenixFan');
    expect(elsewhere.complaints).toEqual([]);
  });

  it('keeps the session, the live channel and its credentials', async () => {
    await streamer.page.goto('/go-live-advanced');
    await expect
      .poll(() => streamer.page.getByLabel('Stream Key', { exact: true }).inputValue())
      .toBe(credentials.streamKey);
    const channel = await (await fetch(`${site.url}/api/streamers/phoenixfan`)).json();
    expect(channel).toMatchObject({ is_live: true, title: 'Never mind the power cut' });
  });

  it('accepts the encoder with the same key, and viewers watch', async () => {
    const encoder = startEncoder(credentials.publishUrl);
    const viewer = await visit(browser, site.url);
    await viewer.page.goto('/channel/PhoenixFan');
    await expect.poll(() => viewer.page.locator('[data-player]').getAttribute('data-state')).toBe('playing');
    expect(await encoder.stop()).toBe(0);
  });
});
