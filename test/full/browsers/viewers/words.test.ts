/** The words of specification §2, §5, §8 and §9 on the channel page: player, header, about and chat. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../../../shared/community/chat.ts';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { expectToast } from '../../../support/browser/browser.ts';
import { failing, held, patched } from '../../../support/site/network.ts';
import type { Person } from '../../../support/site/people.ts';
import { useWorld } from '../../../support/browser/world.ts';

const MINUTE_MS = 60_000;
const MESSAGE = { title: 'Evening breeze', game: 'Ceiling Fans', tags: ['calm', 'brass', '1962'] };
const ABOUT = { display_name: 'Gale Force', description: 'Fans since 1962', schedule: 'Fridays at 20:00' };

const world = useWorld();
let guest: Page;
let fan: Page;
let gale: Person;
let logged: string[];

beforeAll(async () => {
  const [streamer, calm, fanny] = (await Promise.all(
    ['GaleForce', 'CalmAir', 'FannyFan'].map(world.person),
  )) as [Person, Person, Person];
  gale = streamer;
  await gale.call('POST', '/streaming/start', MESSAGE);
  await gale.call('PUT', '/streamers/profile', ABOUT);
  await calm.call('PATCH', '/streamers/status', { title: 'Nothing moves' });
  ({ page: guest } = await world.visitor());
  ({ page: fan } = await world.visitor(fanny));
  logged = [];
  fan.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
});

afterEach(async () => {
  await guest.unrouteAll({ behavior: 'ignoreErrors' });
  await fan.unrouteAll({ behavior: 'ignoreErrors' });
});

const main = (page: Page) => page.getByRole('main');
const chat = (page: Page) => page.getByRole('complementary', { name: 'Stream Chat' });
const field = (page: Page) => chat(page).getByPlaceholder('Send a message', { exact: true });
const patchChannel = (page: Page, username: string, fields: Partial<Channel>) =>
  patched<Channel>(page, `**/api/streamers/${username}`, (channel) => ({ ...channel, ...fields }));
const count = (page: Page, label: string) =>
  main(page)
    .locator('dl > div', { has: page.getByText(label, { exact: true }) })
    .locator('dd')
    .innerText();

async function open(page: Page, username: string, title: string): Promise<void> {
  await page.goto(`/channel/${username}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

describe('a channel', () => {
  // spec: 2.24, 8.17
  it('that is none says "Loading...", then "Channel not found"', async () => {
    const release = await held(guest, '**/api/streamers/nobody');
    await guest.goto('/channel/nobody');
    await main(guest).getByText('Loading...', { exact: true }).waitFor();
    await release();
    await guest.getByRole('heading', { name: 'Channel not found', exact: true }).waitFor();
    await expect.poll(() => main(guest).getByText('Loading...').count()).toBe(0);
  });

  // spec: 2.23
  it('is found whatever the case of its name', async () => {
    await open(guest, 'gAlEfOrCe', MESSAGE.title);
    await expect.poll(() => guest.title()).toContain(MESSAGE.title);
  });

  // spec: 2.25, 4.11
  it('that is live plays muted and by itself', async () => {
    const video = main(guest).locator('video');
    await video.waitFor({ state: 'attached' });
    await expect
      .poll(() => video.evaluate(({ muted, autoplay }: HTMLVideoElement) => [muted, autoplay]))
      .toEqual([true, true]);
    await expect.poll(() => main(guest).getByText('Channel Offline').count()).toBe(0);
  });

  // spec: 2.29
  it('tells picture, title, name, game, viewers and all tags, with Follow, bell and share', async () => {
    await patchChannel(guest, 'GaleForce', { viewers: 1_500, avatar: '/favicon.svg' });
    await open(guest, 'GaleForce', MESSAGE.title);
    const header = main(guest).locator('header', { has: guest.getByRole('heading', { level: 1 }) });
    await expect.poll(() => header.locator('img').getAttribute('src')).toBe('/favicon.svg');
    for (const words of ['Gale Force', 'Ceiling Fans', '1.5K viewers', 'LIVE']) {
      await expect.poll(() => header.getByText(words, { exact: true }).count(), { message: words }).toBe(1);
    }
    await expect
      .poll(() => header.getByRole('list', { name: 'Tags' }).getByRole('listitem').allInnerTexts())
      .toEqual(MESSAGE.tags);
    const buttons = header.getByRole('button');
    await expect.poll(() => buttons.count()).toBe(5);
    await expect.poll(() => buttons.first().innerText()).toBe('Follow');
    await header.getByRole('button', { name: 'More for Gale Force', exact: true }).waitFor();
  });

  // spec: 2.32, 9.7
  it('tells about, schedule, followers and, live, viewers', async () => {
    await patchChannel(guest, 'GaleForce', { viewers: 999, followers: 12_345 });
    await open(guest, 'GaleForce', MESSAGE.title);
    await expect
      .poll(() => main(guest).getByRole('region', { name: 'About' }).innerText())
      .toContain(ABOUT.description);
    await expect
      .poll(() => main(guest).getByRole('region', { name: 'Schedule' }).innerText())
      .toContain(ABOUT.schedule);
    await expect.poll(() => count(guest, 'Followers')).toBe('12.3K');
    await expect.poll(() => count(guest, 'Viewers')).toBe('999');
  });

  // spec: 2.28, 2.29
  it('that is offline says so, and tells no viewers', async () => {
    await open(guest, 'CalmAir', 'Nothing moves');
    await main(guest).getByText('Channel Offline', { exact: true }).waitFor();
    await main(guest).getByText('This channel is currently not streaming', { exact: true }).waitFor();
    await expect
      .poll(() =>
        main(guest)
          .getByText(/viewers|^Viewers$/)
          .count(),
      )
      .toBe(0);
    await expect.poll(() => count(guest, 'Followers')).toBe('0');
    await expect.poll(() => main(guest).locator('video').count()).toBe(0);
  });

  // spec: 2.27
  it('with an address of YouTube has its frame, titled as the channel', async () => {
    await guest.route('https://www.youtube-nocookie.com/**', (route) => route.abort());
    await patchChannel(guest, 'CalmAir', { video_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
    await open(guest, 'CalmAir', 'Nothing moves');
    const frame = main(guest).locator('iframe');
    await frame.waitFor();
    await expect.poll(() => frame.getAttribute('title')).toBe('Nothing moves');
    await expect.poll(() => frame.getAttribute('src')).toContain('youtube');
    await expect.poll(() => main(guest).getByText('Channel Offline').count()).toBe(0);
  });

  // spec: 2.23
  it('asks for messages, and for the follow status of the signed-in alone', async () => {
    const asked = async (page: Page, last: string): Promise<string[]> => {
      const paths: string[] = [];
      page.on('request', (request) => paths.push(new URL(request.url()).pathname));
      await open(page, 'GaleForce', MESSAGE.title);
      await expect.poll(() => paths).toContain(last);
      return paths;
    };
    const [messages, status] = [`/api/chat/${gale.id}`, `/api/follows/${gale.id}`];
    expect(await asked(fan, status)).toContain(messages);
    expect(await asked(guest, messages)).not.toContain(status);
  });

  // spec: 4.12, 8.14
  it('that cannot be loaded is logged; the loading ends', async () => {
    await failing(fan, '**/api/streamers/GaleForce');
    await fan.goto('/channel/GaleForce');
    await fan.getByRole('heading', { name: 'The channel could not be loaded.' }).waitFor();
    await expect.poll(() => logged.join('\n')).toContain('Error fetching');
  });

  // spec: 8.14
  it('whose follow status cannot be loaded shows all the same, and says so in the log alone', async () => {
    logged.length = 0;
    await failing(fan, '**/api/follows/*');
    await open(fan, 'GaleForce', MESSAGE.title);
    await expect.poll(() => logged.join('\n')).toContain('Error fetching the follow status');
    await main(fan).getByRole('button', { name: 'Follow', exact: true }).waitFor();
    await expect.poll(() => fan.getByRole('status').filter({ hasText: 'Error' }).count()).toBe(0);
  });
});

describe('the chat', () => {
  const message = (text: string, minutesAgo: number, id: number): ChatMessage => ({
    id: `0000000000000000000000000${id}`,
    username: `fan_${id}`,
    message: text,
    timestamp: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
  });

  // spec: 2.33, 9.8
  it('shows who said what, and how long ago', async () => {
    const messages = [
      message('first', 190, 1),
      message('second', 59.5, 2),
      message('third', 1.5, 3),
      message('last', 0.5, 4),
    ];
    await patched(guest, '**/api/chat/*', () => messages);
    await open(guest, 'GaleForce', MESSAGE.title);
    const rows = chat(guest).getByRole('listitem');
    await rows.first().waitFor();
    expect((await rows.allInnerTexts()).map((row) => row.split(/\s*\n\s*/))).toEqual([
      ['fan_1', '3h ago', 'first'],
      ['fan_2', '59m ago', 'second'],
      ['fan_3', '1m ago', 'third'],
      ['fan_4', 'just now', 'last'],
    ]);
  });

  // spec: 7.8, 9.1
  it('asks for the newest 50', async () => {
    const [request] = await Promise.all([
      guest.waitForRequest(/\/api\/chat\//),
      open(guest, 'GaleForce', MESSAGE.title),
    ]);
    expect(new URL(request.url()).pathname).toBe(`/api/chat/${gale.id}`);
    expect(new URL(request.url()).searchParams.get('limit')).toBe('50');
  });

  // spec: 2.34
  it('says "Log in to chat" to the signed-out, and has no field for them', async () => {
    await chat(guest).getByText('Log in to chat', { exact: true }).waitFor();
    await expect.poll(() => chat(guest).getByRole('textbox').count()).toBe(0);
  });

  // spec: 2.34
  it('sends what the signed-in write, by its button', async () => {
    await open(fan, 'GaleForce', MESSAGE.title);
    await field(fan).fill('  Which bearings?  ');
    await chat(fan).getByRole('button', { name: 'Send', exact: true }).click();
    const rows = chat(fan).getByRole('listitem').filter({ hasText: 'Which bearings?' });
    const parts = async () => (await rows.allInnerTexts()).at(-1)?.split(/\s*\n\s*/);
    await expect.poll(parts).toEqual(['FannyFan', 'New here', 'just now', 'Which bearings?']);
    await expect.poll(() => field(fan).inputValue()).toBe('');
  });

  // spec: 5.4
  it('sends nothing that is empty or blank', async () => {
    const sent: unknown[] = [];
    fan.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/chat/'))
        sent.push(request.postDataJSON());
    });
    for (const blank of ['', '   ', '\n']) {
      await field(fan).fill(blank);
      await field(fan).press('Enter');
      await expect
        .poll(() => chat(fan).getByRole('button', { name: 'Send', exact: true }).isDisabled())
        .toBe(true);
    }
    await field(fan).fill('something');
    await field(fan).press('Enter');
    // Requests are told in their order: a blank one would stand before this one.
    await expect.poll(() => sent).not.toEqual([]);
    expect(sent).toEqual([{ message: 'something' }]);
  });

  // spec: 8.6
  it('says "Failed to send message" when that is so, and gives the words back', async () => {
    await fan.route('**/api/chat/*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400 }) : route.continue(),
    );
    await field(fan).fill('not today');
    await field(fan).press('Enter');
    await expectToast(fan, 'Error', 'Failed to send message');
    await expect.poll(() => field(fan).inputValue()).toBe('not today');
  });

  // spec: 5.5
  it('asks whoever has been logged out meanwhile to log in', async () => {
    // At once: what the page asks for meanwhile would find out too, and take the field away.
    await chat(fan)
      .getByRole('button', { name: 'Send', exact: true })
      .evaluate((button: HTMLElement) => {
        localStorage.removeItem('token');
        button.click();
      });
    await expectToast(fan, 'Login Required', 'Please log in to chat');
  });
});
