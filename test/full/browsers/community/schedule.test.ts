/** A schedule across three time zones: its streamer, a viewer, and a signed-out visitor. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Occurrence } from '#shared/channels/schedules.ts';
import { channelTopic } from '#shared/plain/topics.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { closeToast, expectToast } from '#test/support/browser/browser.ts';
import { expectFocused, tabTo } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { parseCalendar, startsOf } from '#test/support/api/schedules/calendars.ts';
import { PASSWORD, type Person } from '#test/support/site/people.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

const world = useWorld();
let gale: Person;
let fan: Person;
let streamer: Page;
let viewer: Page;
let stranger: Page;
/** How often a page has subscribed to the channel; it misses earlier events. */
const received = new Map<Page, () => number>();
const complaints: (readonly string[])[] = [];
/** Start of the first planned broadcast. */
let firstMs: number;

beforeAll(async () => {
  [gale, fan] = (await Promise.all(['GaleForce', 'FannyFan'].map(world.person))) as [Person, Person];
  const open = async (person: Person | undefined, timezoneId: string, width: number) => {
    const visitor = await world.visitor(person, { timezoneId, viewport: { width, height: 900 } });
    complaints.push(visitor.complaints);
    received.set(visitor.page, countHearings(visitor.page, gale.id));
    await visitor.page.goto('/channel/GaleForce');
    await visitor.page.getByRole('region', { name: 'Schedule' }).waitFor();
    return visitor.page;
  };
  streamer = await open(gale, 'Europe/Berlin', 1440);
  viewer = await open(fan, 'America/New_York', 390);
  stranger = await open(undefined, 'Asia/Kolkata', 768);
});

/** Counts the frames of its socket (AWS AppSync Events Developer Guide, "WebSocket protocol"). */
function countHearings(page: Page, channelId: string): () => number {
  const asked = new Set<string>();
  let hearings = 0;
  const read = (payload: string | Buffer) => JSON.parse(String(payload)) as Record<string, string>;
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => {
      const { type, id = '', channel } = read(payload);
      if (type === 'subscribe' && channel === channelTopic(channelId)) asked.add(id);
    });
    socket.on('framereceived', ({ payload }) => {
      const { type, id = '' } = read(payload);
      if (type === 'subscribe_success' && asked.has(id)) hearings += 1;
    });
  });
  return () => hearings;
}

async function expectHearings(times: number): Promise<void> {
  for (const page of [viewer, stranger]) await expect.poll(() => received.get(page)!()).toBe(times);
}

const times = (page: Page) =>
  page
    .getByRole('region', { name: 'Schedule' })
    .getByRole('list', { name: 'Scheduled broadcasts' })
    .locator('time');
/** Returns the starts of the broadcasts on a page, in ms. */
const visible = (page: Page): Promise<number[]> =>
  times(page).evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
const daily = (fromMs: number, days: readonly number[]) => days.map((day) => fromMs + day * DAY_MS);
const remind = (page: Page) => page.getByRole('button', { name: /^Remind me about Blades at night/ });
const schedule = () => streamer.getByRole('dialog', { name: 'Your schedule' });

/** With the keyboard, in a list of choices. */
async function choose(name: string, text: string): Promise<void> {
  await tabTo(streamer, 'combobox', name);
  await streamer.keyboard.type(text);
}

describe('the streamer', () => {
  it('plans a recurring broadcast in another time zone by keyboard', async () => {
    await expectHearings(1);
    await tabTo(streamer, 'button', 'Schedule broadcasts');
    await streamer.keyboard.press('Enter');
    // The list reacts to the keyboard once it is open.
    await schedule()
      .getByText(/^Nothing scheduled\./)
      .waitFor();
    await tabTo(streamer, 'button', 'Schedule a broadcast');
    await streamer.keyboard.press('Enter');
    const form = streamer.getByRole('dialog', { name: 'Schedule a broadcast' });
    await form.waitFor();
    await tabTo(streamer, 'textbox', 'Title');
    await streamer.keyboard.type('Blades at night');
    await tabTo(streamer, 'combobox', 'Category');
    await streamer.keyboard.type('Desk Fans');
    await choose('Time zone', 'Asia/Tokyo');
    await choose('Repeats', 'Every day');
    expect(await violations(streamer)).toEqual([]);
    const day = await form.getByLabel('Date', { exact: true }).inputValue();
    // Tokyo is nine hours ahead all year.
    firstMs = Date.parse(`${day}T20:00+09:00`);
    await tabTo(streamer, 'button', 'Schedule');
    await streamer.keyboard.press('Enter');
    await expectToast(streamer, 'Broadcast scheduled');
    await schedule().getByText('Every day at 8:00 PM (Asia/Tokyo)').waitFor();
    expect(await violations(streamer)).toEqual([]);
    await streamer.keyboard.press('Escape');
    await schedule().waitFor({ state: 'detached' });
    await expectFocused(streamer, 'button', 'Schedule broadcasts');
    await expect.poll(() => visible(streamer)).toEqual(daily(firstMs, [0, 1, 2, 3, 4]));
  });
});

describe('a viewer of the channel', () => {
  it.each([
    ['in New York, on a phone', () => viewer, 'America/New_York'],
    ['in Kolkata, on a tablet', () => stranger, 'Asia/Kolkata'],
  ])('%s sees the next broadcasts at once, in local time', async (_, page, timeZone) => {
    await expect.poll(() => visible(page())).toEqual(daily(firstMs, [0, 1, 2, 3, 4]));
    const clock = new Intl.DateTimeFormat('en', {
      timeZone,
      hour: 'numeric',
      minute: '2-digit',
      hour12: true,
    });
    await expect.poll(() => times(page()).last().innerText()).toContain(clock.format(firstMs + 4 * DAY_MS));
    expect(await violations(page())).toEqual([]);
  });

  it('sets a reminder, which is kept after a reload', async () => {
    await remind(viewer).nth(1).click();
    await expectToast(viewer, 'Reminder set');
    await expect
      .poll(
        async () =>
          ((await fan.call('GET', `/schedules/${gale.id}/reminders`)) as { occurrence_ids: string[] })
            .occurrence_ids,
      )
      .toHaveLength(1);
    await viewer.reload();
    await expect.poll(() => remind(viewer).nth(1).getAttribute('aria-pressed')).toBe('true');
    expect(await remind(viewer).nth(0).getAttribute('aria-pressed')).toBe('false');
    await closeToast(viewer);
    expect(await violations(viewer)).toEqual([]);
  });

  it('is sent to log in and back when signed out', async () => {
    const person = await world.person('KolkataFan');
    await remind(stranger).first().click();
    await expectToast(stranger, 'Login Required', 'Please log in to be reminded');
    await stranger.getByRole('listitem').getByRole('link', { name: 'Log In' }).click();
    await stranger.getByRole('heading', { name: 'Log In' }).waitFor();
    expect(await violations(stranger)).toEqual([]);
    await stranger.getByRole('textbox', { name: 'Username' }).fill(person.username);
    await stranger.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await stranger.keyboard.press('Enter');
    await expect.poll(() => new URL(stranger.url()).pathname).toBe('/channel/GaleForce');
    await expect.poll(() => visible(stranger)).toEqual(daily(firstMs, [0, 1, 2, 3, 4]));
  });
});

describe('a schedule change', () => {
  /** These pages only learn of it over the socket. */
  beforeAll(async () => {
    for (const page of [viewer, stranger])
      await page.route(`**/api/schedules/${gale.id}`, (route) => route.abort());
  });
  const openDays = async () => {
    await streamer.getByRole('button', { name: 'Schedule broadcasts' }).press('Enter');
    await schedule().getByRole('button', { name: 'Dates' }).press('Enter');
  };

  it('removes a cancelled day from open pages and restores it', async () => {
    // Once more since the page was reloaded, or returned from the log-in.
    await expectHearings(2);
    await openDays();
    await schedule()
      .getByRole('button', { name: /^Cancel this date/ })
      .nth(2)
      .press('Enter');
    await schedule().getByText('Canceled', { exact: true }).waitFor();
    expect(await violations(streamer)).toEqual([]);
    for (const page of [viewer, stranger])
      await expect.poll(() => visible(page)).toEqual(daily(firstMs, [0, 1, 3, 4, 5]));
    await schedule()
      .getByRole('button', { name: /^Restore/ })
      .press('Enter');
    for (const page of [viewer, stranger])
      await expect.poll(() => visible(page)).toEqual(daily(firstMs, [0, 1, 2, 3, 4]));
    await schedule().getByText('Canceled', { exact: true }).waitFor({ state: 'detached' });
    await schedule()
      .getByRole('button', { name: /^Cancel this date/ })
      .nth(2)
      .press('Enter');
    for (const page of [viewer, stranger])
      await expect.poll(() => visible(page)).toEqual(daily(firstMs, [0, 1, 3, 4, 5]));
  });

  it('moves the broadcast on open pages, and the reminder stays', async () => {
    await schedule().getByRole('button', { name: 'Edit' }).press('Enter');
    const form = streamer.getByRole('dialog', { name: 'Edit broadcast' });
    await form.getByLabel('Start time', { exact: true }).fill('21:00');
    await form.getByRole('button', { name: 'Save changes' }).press('Enter');
    await schedule().getByText('Every day at 9:00 PM (Asia/Tokyo)').waitFor();
    firstMs += HOUR_MS;
    for (const page of [viewer, stranger])
      await expect.poll(() => visible(page)).toEqual(daily(firstMs, [0, 1, 3, 4, 5]));
    await expect.poll(() => remind(viewer).nth(1).getAttribute('aria-pressed')).toBe('true');
  });

  it('is the same in the calendar file', async () => {
    const asked = await fetch(`${world.site.url}/channel/GaleForce/schedule.ics`);
    expect(asked.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const starts = startsOf(parseCalendar(await asked.text()), 5);
    expect(starts).toEqual(daily(firstMs, [0, 1, 3, 4, 5]));
    const upcoming = (await gale.call('GET', `/schedules/${gale.id}`)) as Occurrence[];
    await expect.poll(() => visible(viewer)).toEqual(starts);
    expect(upcoming).toHaveLength(5);
  });
});

it('the pages caused no error', () => {
  expect(complaints.flat()).toEqual([]);
});
