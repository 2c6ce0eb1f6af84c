/** News: the bell, the list at the top, mail and its end. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { goLiveDirect } from '../../../support/api/broadcast/direct-client.ts';
import { madeSegments } from '../../../support/api/broadcast/direct-segments.ts';
import { violations } from '../../../support/browser/accessibility.ts';
import { expectToast } from '../../../support/browser/browser.ts';
import { useWorld } from '../../../support/browser/world.ts';
import { confirmAddress, mailsIn } from '../../../support/site/mails.ts';
import type { Person } from '../../../support/site/people.ts';

const world = useWorld();
let rosa: Person;
let fan: Person;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [rosa, fan] = (await Promise.all(['RosaBreeze', 'FannyFan'].map(world.person))) as [Person, Person];
  await fan.call('POST', `/follows/${rosa.id}`);
  ({ page, complaints } = await world.visitor(fan));
});

const mails = () => mailsIn(world.dataDir);

/** Somebody who has nothing but the API is on the air until `seen` is. */
async function live(seen: () => Promise<unknown>): Promise<void> {
  const segments = madeSegments({ seconds: 4 });
  const broadcast = await goLiveDirect({ url: () => world.site.url, person: rosa, segments });
  try {
    await seen();
  } finally {
    await broadcast.end();
  }
}

const unreadOf = async (person: Person): Promise<number> =>
  ((await person.call('GET', '/news/unread')) as { unread: number }).unread;
const newsButton = () => page.getByRole('button', { name: /^News/ }).filter({ visible: true });

describe('the bell', () => {
  it('is set by keyboard and shown on another device', async () => {
    await page.goto('/channel/RosaBreeze');
    const name = 'Tell me when RosaBreeze goes live';
    await page.getByRole('button', { name: 'Following' }).waitFor();
    await page.getByRole('button', { name }).press('Enter');
    await expectToast(page, 'Bell on');
    const other = await world.visitor(fan);
    await other.page.goto('/channel/RosaBreeze');
    await other.page.getByRole('button', { name, pressed: true }).waitFor();
    await other.page.close();
  });
});

describe('the notification list', () => {
  it('shows who went live, counts unread ones, and opens the channel by keyboard', async () => {
    await live(async () => {
      await expect.poll(() => unreadOf(fan)).toBe(1);
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/about');
    await page.getByRole('button', { name: 'News: 1 unread' }).filter({ visible: true }).press('Enter');
    const item = page.getByRole('menuitem', { name: /RosaBreeze went live/ });
    await item.waitFor();
    await item.getByText('unread').waitFor({ state: 'attached' });
    expect(await violations(page)).toEqual([]);
    await expect.poll(() => unreadOf(fan)).toBe(0);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/channel/RosaBreeze');
  });

  it('has nothing unread afterwards, on a phone too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/about');
    await page.getByRole('button', { name: 'News', exact: true }).filter({ visible: true }).click();
    const item = page.getByRole('menuitem', { name: /RosaBreeze went live/ });
    await item.waitFor();
    expect(await item.getByText('unread').count()).toBe(0);
    const box = (await page.getByRole('menu', { name: 'News' }).boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(390);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => newsButton().evaluate((button) => button === document.activeElement)).toBe(true);
  });
});

describe('streamer, follower and mentioned user', () => {
  it('each get their own notifications at once', async () => {
    const mia = await world.person('MiaMistral');
    const named = await world.visitor(mia);
    const before = await unreadOf(fan);
    await live(async () => {
      await fan.call('POST', `/chat/${rosa.id}`, { message: 'Look at that, @MiaMistral!' });
      await expect.poll(() => unreadOf(fan)).toBe(before + 1);
      await expect.poll(() => unreadOf(mia)).toBe(1);
      await named.page.goto('/about');
      const button = named.page.getByRole('button', { name: 'News: 1 unread' }).filter({ visible: true });
      await button.press('Enter');
      const item = named.page.getByRole('menuitem', { name: /FannyFan mentioned you in RosaBreeze’s chat/ });
      await item.press('Enter');
      await expect.poll(() => new URL(named.page.url()).pathname).toBe('/channel/RosaBreeze');
    });
    expect(await unreadOf(rosa)).toBe(0);
    expect(named.complaints).toEqual([]);
    await named.page.close();
  });
});

describe('notification mail', () => {
  it('is sent to users who choose it, and unsubscribes with one click', async () => {
    await confirmAddress(world.dataDir, fan);
    await page.goto('/settings');
    const byMail = page.getByRole('group', { name: /^By e-mail/ });
    await byMail.getByRole('switch', { name: 'A channel goes live' }).press('Space');
    await expect.poll(() => mailChoice(fan)).toBe(true);
    expect(await violations(page)).toEqual([]);
    await live(async () => {
      await expect.poll(mails).toContain('Subject: RosaBreeze is live');
    });
    const [link = ''] = /\S+\/news\/end\/\S+/.exec(mails().split('To end these mails, open')[1] ?? '') ?? [];
    await endAsMailProgramsDo(mails());
    expect(await mailChoice(fan)).toBe(false);
    const stranger = await world.visitor();
    for (const width of [390, 1440]) {
      await stranger.page.setViewportSize({ width, height: 800 });
      await stranger.page.goto(link);
      await stranger.page.getByText('You will get no more mail when a channel goes live.').waitFor();
      expect(await violations(stranger.page)).toEqual([]);
      expect(await mailChoice(fan)).toBe(false);
      await stranger.page.getByRole('button', { name: 'Turn them on again' }).press('Enter');
      await stranger.page.getByText('You will get mail again when a channel goes live.').waitFor();
      expect(await mailChoice(fan)).toBe(true);
    }
    expect([...complaints, ...stranger.complaints]).toEqual([]);
  });
});

/** What mail programs send for their own button (RFC 8058 §3.2). */
async function endAsMailProgramsDo(mail: string): Promise<void> {
  const [, address = ''] = /^List-Unsubscribe: <(.+)>$/m.exec(mail) ?? [];
  const [, body = ''] = /^List-Unsubscribe-Post: (.+)$/m.exec(mail) ?? [];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await fetch(address, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
}

const mailChoice = async (person: Person): Promise<boolean> =>
  ((await person.call('GET', '/news/settings')) as { mail: { live: boolean } }).mail.live;
