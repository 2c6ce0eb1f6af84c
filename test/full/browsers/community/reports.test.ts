/** Reports: the reporter, the moderator, the reported person, and readers of the public log. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LogEntry } from '#shared/plain/moderation/public-log.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { closeToast, expectToast } from '#test/support/browser/browser.ts';
import { chooseInMenu, chooseOfMessage, expectFocused, messageLine } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Encoder } from '#test/support/media/encoder.ts';
import { type Film, FILMS, useFilms } from '#test/support/media/video-files.ts';
import { confirmAddress, mailsTo } from '#test/support/site/mails.ts';
import { patched } from '#test/support/site/network.ts';
import { PASSWORD, type Person } from '#test/support/site/people.ts';
import { published } from '#test/support/site/video-uploads.ts';
import { onAir } from '#test/support/site/on-air.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SOON = { timeout: 90_000, interval: 300 };

/** The tick carries out a suspension. */
const world = useWorld({ tickMs: 1_000 });
const makeFilm = useFilms();
let author: Person;
let video: Video;
let encoder: Encoder;
let pages: Record<'reporter' | 'moderator' | 'author', Page>;
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  const [reporter, moderator] = (await Promise.all(['FannyFan', 'SiteMod'].map(world.person))) as [
    Person,
    Person,
  ];
  author = await world.person('ShadyFans');
  await grant(moderator.username);
  await seedSite();
  const open = async (person: Person | undefined, viewport: typeof WIDE) => {
    const visitor = await world.visitor(person);
    complaints.push(visitor.complaints);
    await visitor.page.setViewportSize(viewport);
    return visitor.page;
  };
  pages = {
    reporter: await open(reporter, PHONE),
    moderator: await open(moderator, WIDE),
    author: await open(undefined, WIDE),
  };
});
afterAll(() => encoder?.stop());

/** Runs the operator's command. */
async function grant(name: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: world.dataDir };
  const { stdout } = await promisify(execFile)('npm', ['run', 'admin', '--silent', '--', 'grant', name], {
    env,
  });
  expect(stdout).toBe(`${name} is a moderator of the site now.\n`);
}

/** Creates a confirmed address, a live channel with a description, a video, and two messages in the chat. */
async function seedSite(): Promise<void> {
  await confirmAddress(world.dataDir, author);
  await author.call('PUT', '/streamers/profile', { description: 'Cheap fans at fans.example' });
  video = await published(world.site, author, await makeFilm(FILMS[0] as Film), 'A fan for sale');
  const setup = { title: 'Fans for sale', game: 'Box Fans', tags: [] };
  encoder = await onAir(author, setup);
  for (const message of ['Hello everybody', 'Buy my fans now'])
    await author.call('POST', `/chat/${author.id}`, { message });
  await vi.waitUntil(async () => (await ofVideo()).status === 'ready' && (await isLive(author)), SOON);
}

const ofVideo = async () => (await author.call('GET', `/videos/${video.id}`)) as Video;
const isLive = async (person: Person) =>
  ((await person.call('GET', `/streamers/${person.username}`)) as { is_live: boolean }).is_live;

const channel = () => `/channel/${author.username}`;
const film = () => `${channel()}/video/${video.id}`;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor();

/** On a phone, and on a desktop, whose window size is restored. */
async function expectClean(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const viewport of [PHONE, WIDE]) {
    await page.setViewportSize(viewport);
    expect(await violations(page)).toEqual([]);
  }
  await page.setViewportSize(before!);
}

/** Reloads until the text appears, because caches may be half a minute old. */
async function reloadUntil(page: Page, words: string | RegExp): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('Loading...', { exact: true }).waitFor({ state: 'detached' });
      return page.getByText(words).count();
    }, SOON)
    .toBeGreaterThan(0);
}

describe('a reporting user', () => {
  const dialog = () => pages.reporter.getByRole('dialog', { name: 'Report', exact: true });

  async function fillIn(reason: string, words: string): Promise<void> {
    const { reporter } = pages;
    await dialog().getByRole('button', { name: 'Report' }).press('Enter');
    await dialog().getByText('Choose a reason.').waitFor();
    await expectFocused(reporter, 'combobox', "What's wrong with it?");
    await dialog().getByRole('combobox', { name: "What's wrong with it?" }).selectOption(reason);
    await dialog().getByRole('textbox', { name: 'Anything to add?' }).fill(words);
    await dialog().getByRole('button', { name: 'Report' }).press('Enter');
    await expectToast(reporter, 'Thank you. A moderator will look at it.');
    await dialog().waitFor({ state: 'detached' });
    await closeToast(reporter);
  }

  /** With the keyboard, from the menu next to the content. */
  async function openFrom(menu: string, entry: string): Promise<void> {
    const { reporter } = pages;
    await reporter.getByRole('button', { name: menu, exact: true }).press('Enter');
    await chooseInMenu(reporter, entry);
    await dialog().waitFor();
  }

  it('finds Report next to a message, and gets an error for missing input', async () => {
    await pages.reporter.goto(channel());
    await messageLine(pages.reporter, 'Buy my fans now').waitFor();
    await chooseOfMessage(pages.reporter, 'Buy my fans now', 'Report');
    await dialog().waitFor();
    await expectClean(pages.reporter);
    await fillIn('Spam or a scam', 'They sell the same in every chat');
  });

  it('finds Report on a channel, for channel and profile', async () => {
    for (const [entry, reason] of [
      ['Report channel', 'Something else'],
      ['Report profile', 'Illegal or dangerous goods'],
    ] as const) {
      await openFrom('More options for ShadyFans', entry);
      await fillIn(reason, `${entry}, please`);
      await expectFocused(pages.reporter, 'button', 'More options for ShadyFans');
    }
  });

  it('finds Report below a video', async () => {
    await pages.reporter.goto(film());
    await openFrom('More options for A fan for sale', 'Report video');
    await fillIn('Spam or a scam', 'An advertisement');
    expect(await violations(pages.reporter)).toEqual([]);
  });
});

const card = (kind: string) => pages.moderator.getByRole('article', { name: `${kind}: ShadyFans` });
const act = (kind: string, name: string) => card(kind).getByRole('button', { name, exact: true });
const decision = (name: string) => pages.moderator.getByRole('dialog', { name });
/** Nothing below the dialog can be found until it is closed. */
async function decide(dialog: string, button: string): Promise<void> {
  await decision(dialog).getByRole('button', { name: button }).press('Enter');
  await decision(dialog).waitFor({ state: 'detached' });
}

/** Reloads the queue or the list of decided cases. */
async function openCases(tab: 'Open' | 'Decided'): Promise<void> {
  await pages.moderator.goto('/moderation');
  await pages.moderator.getByRole('tab', { name: tab }).press('Enter');
}

describe('a site moderator', () => {
  it('sees the queue with context', async () => {
    const { moderator } = pages;
    await openCases('Open');
    for (const kind of ['Message', 'Channel', 'Profile', 'Video']) await card(kind).waitFor();
    await act('Message', 'Context').press('Enter');
    await card('Message').getByText('They sell the same in every chat').waitFor();
    await card('Message').getByText('Hello everybody').waitFor();
    await expectClean(moderator);
  });

  it('dismisses a case by keyboard', async () => {
    await act('Channel', 'Dismiss').press('Enter');
    await card('Channel').waitFor({ state: 'detached' });
    expect(await card('Profile').count()).toBe(1);
  });

  it('removes a message, which disappears from an open page over the socket only', async () => {
    const { reporter } = pages;
    await reporter.goto(channel());
    await messageLine(reporter, 'Buy my fans now').waitFor();
    // What is asked for cannot be what takes it away.
    await reporter.route('**/api/chat/**', (route) => route.abort());
    await act('Message', 'Remove…').press('Enter');
    await decision('Remove this').getByRole('textbox').fill('No shops here, please.');
    await expectClean(pages.moderator);
    await decide('Remove this', 'Remove');
    await messageLine(reporter, 'Buy my fans now').waitFor({ state: 'detached' });
    await messageLine(reporter, 'Hello everybody').waitFor();
    await reporter.unroute('**/api/chat/**');
    await card('Message').waitFor({ state: 'detached' });
  });

  it('removes a video, which its owner sees marked with the reason', async () => {
    await act('Video', 'Remove…').press('Enter');
    await decision('Remove this').getByRole('textbox').fill('Show it turning instead.');
    await decide('Remove this', 'Remove');
    await card('Video').waitFor({ state: 'detached' });
    await pages.reporter.goto(film());
    await heading(pages.reporter, 'Video not found');
    await logIn('/');
    await pages.author.goto(film());
    const note = pages.author.getByRole('region', { name: 'Removed' });
    await note.getByText('Spam or a scam').waitFor();
    await note.getByText('Show it turning instead.').waitFor();
    await expectClean(pages.author);
    await openCases('Decided');
    await act('Video', 'Undo').press('Enter');
    await card('Video').waitFor({ state: 'detached' });
  });
});

/** Logs the author in, who opens this address. */
async function logIn(address: string): Promise<void> {
  const page = pages.author;
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await page.getByLabel('Username').fill(author.username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Password').press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe(address);
}

describe('a suspended user', () => {
  it('goes offline, is hidden and gets a mail', async () => {
    await openCases('Open');
    await act('Profile', 'Suspend…').press('Enter');
    const dialog = decision('Suspend ShadyFans');
    await dialog.getByRole('combobox', { name: 'For how long' }).selectOption('14 days');
    await dialog.getByRole('textbox').fill('This is no shop.');
    await expectClean(pages.moderator);
    await decide('Suspend ShadyFans', 'Suspend');
    await card('Profile').waitFor({ state: 'detached' });
    await pages.reporter.goto(channel());
    await heading(pages.reporter, 'Channel not found');
    await pages.reporter.getByText("or it's hidden right now").waitFor();
    await expectClean(pages.reporter);
    // The server ends the stream.
    await encoder.exit;
    await expect.poll(() => ofVideo().then(({ is_removed }) => is_removed), SOON).toBe(true);
    await pages.reporter.goto(film());
    await heading(pages.reporter, 'Video not found');
    const mails = () => mailsTo(world.dataDir, author.user.email).join('\n');
    await expect.poll(mails, SOON).toContain('Subject: Your Fanfare account is suspended');
    expect(mails()).toContain('This is no shop.');
  });

  it('sees at log-in the reason, the duration and the appeal', async () => {
    const page = pages.author;
    await logIn('/settings');
    await heading(page, /^Your account is suspended until/);
    await page.getByText('Illegal or dangerous goods').waitFor();
    await page.getByText('This is no shop.').waitFor();
    await expectClean(page);
    await page.getByLabel('If you think this is wrong, tell us why').fill('I give them away for free.');
    await page.getByRole('button', { name: 'Send appeal' }).press('Enter');
    await page.getByText('Your appeal was sent. A moderator will read it.').waitFor();
    await page.goto(channel());
    await heading(page, 'Your channel is hidden');
    await expectClean(page);
    await page.getByRole('main').getByRole('link', { name: 'Settings' }).press('Enter');
    await heading(page, /^Your account is suspended until/);
  });

  it('is restored after a moderator accepts the appeal', async () => {
    await openCases('Open');
    await card('Appeal').getByText('I give them away for free.').waitFor();
    await expectClean(pages.moderator);
    await openCases('Decided');
    await act('Profile', 'Undo').press('Enter');
    await card('Profile').waitFor({ state: 'detached' });
    await expectClean(pages.moderator);
    await expect.poll(() => ofVideo().then(({ is_removed }) => is_removed), SOON).toBeUndefined();
    await pages.reporter.goto(film());
    await heading(pages.reporter, 'A fan for sale');
    await pages.reporter.goto(channel());
    await pages.reporter.getByText('Cheap fans at fans.example').first().waitFor();
    await author.call('POST', `/chat/${author.id}`, { message: 'Thank you' });
    await messageLine(pages.reporter, 'Thank you').waitFor();
    expect(await isLive(author)).toBe(false);
    expect(await messageLine(pages.reporter, 'Buy my fans now').count()).toBe(0);
    await logIn('/');
  });
});

describe('the transparency log', () => {
  /** The role, a dismissal, two removals, a suspension, and two that were undone. */
  const ENTRIES = 7;
  const check = (page: Page) => page.getByRole('button', { name: 'Check the chain' }).press('Enter');

  it('shows every action and reason without names', async () => {
    for (const page of [pages.reporter, pages.moderator]) {
      await page.goto('/');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).press('Enter');
      await heading(page, 'Transparency');
      await reloadUntil(page, new RegExp(`^fanfare-log .* ${ENTRIES} `));
      const rows = page.getByRole('table').getByRole('row');
      await rows.filter({ hasText: 'Removed' }).filter({ hasText: 'Spam or a scam' }).waitFor();
      const suspended = rows.filter({ hasText: 'Account suspended' });
      await suspended.filter({ hasText: 'Illegal or dangerous goods' }).waitFor();
      const reported = await page.getByRole('main').innerText();
      for (const name of ['ShadyFans', 'FannyFan', 'SiteMod', author.id])
        expect(reported).not.toContain(name);
    }
    await expectClean(pages.reporter);
  });

  it('is verified in the browser', async () => {
    for (const page of [pages.reporter, pages.moderator]) {
      await check(page);
      await page.getByText(`All ${ENTRIES} entries are there, unchanged and in order.`).waitFor();
      await expectClean(page);
    }
  });

  it('is reported as broken when an entry was changed or its end removed', async () => {
    const page = pages.reporter;
    const entries = '**/api/transparency/entries?*';
    await patched<LogEntry[]>(page, entries, (all) =>
      all.map((entry) => (entry.seq === 3 ? { ...entry, reason: 'other' } : entry)),
    );
    await check(page);
    await page.getByText(/^The chain is broken: entry 3 /).waitFor();
    await expectClean(page);
    await page.unroute(entries);
    await patched<LogEntry[]>(page, entries, (all) => all.filter(({ seq }) => seq < ENTRIES));
    await check(page);
    await page.getByText(`Entry ${ENTRIES} differs from before: the log was rewritten.`).waitFor();
  });
});

it('the pages caused no error', () => {
  expect(complaints.flat().filter((complaint) => !/\b(404|ERR_FAILED)\b/.test(complaint))).toEqual([]);
});
