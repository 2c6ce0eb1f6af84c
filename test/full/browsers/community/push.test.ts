/** Web Push in browsers: Firefox subscribes, decrypts and displays by itself; Chromium's worker gets the payload. */
import type { Page as ChromiumPage, Worker } from 'playwright-core';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goLiveDirect } from '#test/support/api/broadcast/direct-client.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { press, waitForText, useFirefox, whenEnabled } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { startFirefoxPushService } from '#test/support/browser/push/firefox-push-service.ts';
import { enterAs, PASSWORD, type Person } from '#test/support/site/people.ts';

const service = await startFirefoxPushService();
const world = useWorld({ pushOrigins: [service.origin] });
const visit = useFirefox(world, service.settings);
afterAll(() => service.close());

interface VisibleNotification {
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly path: string;
}

/** Returns the titles of the notifications that a page's browser displays. */
const visible = (page: Page): Promise<VisibleNotification[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const all = (await registration?.getNotifications()) ?? [];
    return all
      .map(({ title, body, icon, data }) => ({ title, body, icon, path: (data as { path: string }).path }))
      .toSorted((a, b) => a.title.localeCompare(b.title));
  });

const isSubscribed = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return Boolean(await registration?.pushManager.getSubscription());
  });

/** Goes live, as a person who only has the API, until `seen` resolves. */
async function live(person: Person, seen: () => Promise<unknown>): Promise<void> {
  const segments = makeSegments({ seconds: 4 });
  const broadcast = await goLiveDirect({ url: () => world.site.url, person, segments });
  try {
    await seen();
  } finally {
    await broadcast.end();
  }
}

async function ring(fan: Person, channel: Person): Promise<void> {
  await fan.call('POST', `/follows/${channel.id}`);
  await fan.call('PUT', `/news/bells/${channel.id}`);
}

const browsersOf = async (person: Person): Promise<unknown[]> =>
  ((await person.call('GET', '/news/settings')) as { browsers: unknown[] }).browsers;

describe('Firefox', () => {
  let fan: Person;
  let page: Page;
  let complaints: readonly string[];
  beforeAll(async () => {
    fan = await world.person('FoxyFan');
    ({ page, complaints } = await visit(fan));
    // A separate log-in, because its worker needs a session's cookie.
    await page.evaluate(
      async (username, password) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ username, password });
        const response = await fetch('/api/auth/login', { method: 'POST', headers, body });
        if (!response.ok) throw new Error(await response.text());
      },
      fan.username,
      PASSWORD,
    );
  });
  const goTo = (path: string, there = page) => there.goto(world.site.url + path);
  const turnOn = async (there: Page): Promise<void> => {
    await goTo('/settings', there);
    await (await whenEnabled(there, '::-p-aria([name="In this browser"][role="switch"])')).click();
    await waitForText(there, 'You get notifications here, even when Fanfare is closed.');
  };

  it('subscribes with the site’s key when the user turns push on', async () => {
    await turnOn(page);
    expect(service.subscriptions).toBe(1);
    expect(await browsersOf(fan)).toMatchObject([{ name: expect.stringContaining('Firefox') as string }]);
  });

  it('decrypts the push and shows one notification per broadcast', async () => {
    const rosa = await world.person('RosaBreeze');
    await ring(fan, rosa);
    const news = { title: 'RosaBreeze is live', path: '/channel/RosaBreeze' };
    await live(rosa, async () => {
      await expect.poll(() => visible(page)).toMatchObject([news]);
      const [{ icon } = {}] = await visible(page);
      expect(icon).toBe(`${world.site.url}/icon-192.png`);
      await expect.poll(() => service.delivered).toBe(1);
      service.repeat();
      await expect.poll(() => service.delivered).toBe(2);
      expect(await visible(page)).toHaveLength(1);
    });
    expect(service.refused).toEqual([]);
  });

  it('subscribes again when its push service dropped it', async () => {
    const gale = await world.person('GaleForce');
    await ring(fan, gale);
    service.forget();
    await expect.poll(() => service.subscriptions).toBe(1);
    await expect.poll(() => browsersOf(fan)).toHaveLength(2);
    await live(gale, async () => {
      const titles = async () => (await visible(page)).map(({ title }) => title);
      await expect.poll(titles).toEqual(['GaleForce is live', 'RosaBreeze is live']);
    });
    // This also deleted the expired subscription.
    await expect.poll(() => browsersOf(fan)).toHaveLength(1);
    expect(service.refused).toEqual([]);
  });

  it('unsubscribes at log-out', async () => {
    await goTo('/about');
    await press(page, `Account menu: ${fan.username}`);
    await page.locator('::-p-aria([name="Log out"][role="menuitem"])').click();
    await expect.poll(() => service.subscriptions).toBe(0);
    expect(complaints).toEqual([]);
  });

  describe('whose worker has no session cookie', () => {
    let guest: Person;
    let guestPage: Page;
    beforeAll(async () => {
      guest = await world.person('GuestGus');
      ({ page: guestPage } = await visit(guest));
      await turnOn(guestPage);
    });

    it('subscribes again at the next visit', async () => {
      service.forget();
      await expect.poll(() => isSubscribed(guestPage)).toBe(false);
      await goTo('/about', guestPage);
      await expect.poll(() => service.subscriptions).toBe(1);
      await expect.poll(() => browsersOf(guest)).toHaveLength(2);
    });

    it('shows nothing of a former user to the next one', async () => {
      await enterAs(guestPage, await world.person('HeirHal'), world.site.url);
      await goTo('/about', guestPage);
      await expect.poll(() => service.subscriptions).toBe(0);
    });
  });
});

describe('Chromium', () => {
  it('shows a push, and replaces it when it is repeated', async () => {
    const { page } = await world.visitor();
    await page.goto('/about');
    const worker = await workerOf(page);
    await recordNotifications(worker);
    const deliver = await pushesTo(page);
    const news = { title: 'Rosa is live', body: 'A quiet evening', path: '/channel/rosa', tag: 'a' };
    const { title, body, path } = news;
    const icon = '/icon-192.png';
    const ofRosa = { title, body, path, icon };
    await deliver(news);
    await expect.poll(() => recorded(worker)).toEqual([ofRosa]);
    await deliver({ ...news, body: 'A windy evening' });
    const windy = { ...ofRosa, body: 'A windy evening' };
    await expect.poll(() => recorded(worker)).toEqual([windy]);
    await deliver({ ...news, title: 'Sam is live', tag: 'b' });
    await expect.poll(() => recorded(worker)).toEqual([windy, { ...ofRosa, title: 'Sam is live' }]);
  });
});

/** Registers the worker for news, and waits until it accepts pushes. */
async function workerOf(page: ChromiumPage): Promise<Worker> {
  const started = page.context().waitForEvent('serviceworker');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/news-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
  return started;
}

/** Records notifications by tag, because a Chromium without a screen displays none. */
interface Recording {
  notifications: Map<string | undefined, VisibleNotification>;
}

const recordNotifications = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const notifications: Recording['notifications'] = new Map();
    (globalThis as unknown as Recording).notifications = notifications;
    ServiceWorkerRegistration.prototype.showNotification = (
      title,
      { body = '', icon = '', tag, data } = {},
    ) => {
      notifications.set(tag, { title, body, icon, path: (data as { path: string }).path });
      return Promise.resolve();
    };
  });

const recorded = (worker: Worker): Promise<VisibleNotification[]> =>
  worker.evaluate(() => [...(globalThis as unknown as Recording).notifications.values()]);

/** Returns a function that delivers a push to the page's worker, as Chromium's push service does. */
async function pushesTo(page: ChromiumPage): Promise<(news: object) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const origin = world.site.url;
  return (news) =>
    session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(news) });
}
