/** Mail about a channel, and the page that unsubscribes from it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { confirmAddress, mailsIn } from '#test/support/site/mails.ts';
import type { Person } from '#test/support/site/people.ts';

const world = useWorld();
let rosa: Person;
let fan: Person;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [rosa, fan] = (await Promise.all(['RosaBreeze', 'FannyFan'].map(world.person))) as [Person, Person];
  await fan.call('POST', `/follows/${rosa.id}`);
  await fan.call('PUT', `/news/bells/${rosa.id}`);
  ({ page, complaints } = await world.visitor(fan));
});

const mails = () => mailsIn(world.dataDir);

/** Goes live, as a person who only has the API, until `seen` resolves. */
async function live(seen: () => Promise<unknown>): Promise<void> {
  const segments = makeSegments({ seconds: 4 });
  const broadcast = await goLiveDirect({ url: () => world.site.url, person: rosa, segments });
  try {
    await seen();
  } finally {
    await broadcast.end();
  }
}

describe('notification mail', () => {
  it('is sent to users who choose it, and is ended by mail programs and by its link', async () => {
    await confirmAddress(world.dataDir, fan);
    await page.goto('/settings');
    const byMail = page.getByRole('group', { name: /^By email/ });
    await byMail.getByRole('switch', { name: 'A channel goes live' }).press('Space');
    await expect.poll(() => mailChoice(fan)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await live(async () => {
      await expect.poll(mails).toContain('Subject: RosaBreeze is live');
    });
    const [link = ''] =
      /\S+\/news\/end#\S+/.exec(mails().split('Unsubscribe from these emails:')[1] ?? '') ?? [];
    await endAsMailProgramsDo(mails());
    expect(await mailChoice(fan)).toBe(false);
    const stranger = await world.visitor();
    for (const width of [390, 1440]) {
      await stranger.page.setViewportSize({ width, height: 800 });
      await stranger.page.goto(link);
      // Opening the link changes nothing, because mail scanners open every link.
      const isEnded = !(await mailChoice(fan));
      if (!isEnded) await stranger.page.getByRole('button', { name: 'Unsubscribe' }).press('Enter');
      await stranger.page.getByText("You'll no longer get emails when a channel goes live.").waitFor();
      expect(await violations(stranger.page)).toEqual([]);
      expect(await mailChoice(fan)).toBe(false);
      await stranger.page.getByRole('button', { name: 'Turn back on' }).press('Enter');
      await stranger.page.getByText("You'll get emails again when a channel goes live.").waitFor();
      expect(await mailChoice(fan)).toBe(true);
    }
    expect([...complaints, ...stranger.complaints]).toEqual([]);
  });
});

/** Sends the request of mail programs' own button (RFC 8058 §3.2). */
async function endAsMailProgramsDo(mail: string): Promise<void> {
  const [, address = ''] = /^List-Unsubscribe: <(.+)>$/m.exec(mail) ?? [];
  const [, body = ''] = /^List-Unsubscribe-Post: (.+)$/m.exec(mail) ?? [];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(address, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

const mailChoice = async (person: Person): Promise<boolean> =>
  ((await person.call('GET', '/news/settings')) as { mail: { live: boolean } }).mail.live;
