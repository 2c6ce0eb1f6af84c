/** A moderated chat: streamer, moderator and viewer at the same time. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { closeToast } from '#test/support/browser/browser.ts';
import { chooseOfMessage, messageLine } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const world = useWorld();
let streamer: Person;
let moderator: Person;
let viewer: Person;
let pages: Record<'streamer' | 'moderator' | 'viewer', Page>;
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  [streamer, moderator, viewer] = (await Promise.all(
    ['GaleForce', 'QuietMod', 'FannyFan'].map(world.person),
  )) as [Person, Person, Person];
  const open = async (person: Person, viewport: { width: number; height: number }) => {
    const visitor = await world.visitor(person);
    complaints.push(visitor.complaints);
    await visitor.page.setViewportSize(viewport);
    await visitor.page.goto('/channel/GaleForce');
    await visitor.page.getByRole('textbox', { name: 'Send a message' }).waitFor();
    return visitor.page;
  };
  pages = {
    streamer: await open(streamer, WIDE),
    moderator: await open(moderator, WIDE),
    viewer: await open(viewer, PHONE),
  };
});

const say = (message: string, author = viewer) =>
  author.call('POST', `/chat/${streamer.id}`, { message }) as Promise<ChatMessage>;
const rules = (page: Page) => page.getByRole('dialog', { name: /^Chat (rules|moderation)$/ });

/** With the keyboard, regardless of toasts. */
async function leaveRules(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await rules(page).waitFor({ state: 'detached' });
}

describe('the streamer', () => {
  it('appoints a moderator, whose page shows it at once', async () => {
    const page = pages.streamer;
    await page.getByRole('button', { name: 'Chat moderation' }).click();
    await rules(page).getByRole('textbox', { name: 'Username' }).fill('quietmod');
    await page.keyboard.press('Enter');
    await rules(page).getByRole('button', { name: 'Remove moderator: QuietMod' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await leaveRules(page);
    await pages.moderator.getByRole('button', { name: 'Chat moderation' }).click();
    await rules(pages.moderator).getByRole('combobox', { name: 'Slow mode' }).waitFor();
    expect(await rules(pages.moderator).getByRole('textbox', { name: 'Username' }).count()).toBe(0);
    await leaveRules(pages.moderator);
  });
});

describe('the moderator', () => {
  it('turns slow mode on: the field shows the wait, but not to moderators', async () => {
    const slow = async (pause: string) => {
      await closeToast(pages.moderator);
      await pages.moderator.getByRole('button', { name: 'Chat moderation' }).click();
      const mode = rules(pages.moderator).getByRole('combobox', { name: 'Slow mode' });
      await mode.selectOption(pause);
      await expect.poll(() => mode.inputValue()).toBe(pause);
      await leaveRules(pages.moderator);
    };
    const field = pages.viewer.getByRole('textbox', { name: 'Send a message' });
    const note = pages.viewer.getByRole('timer').filter({ hasText: 'you can write again in' });
    await slow('120');
    await field.fill('As slow as a ceiling fan');
    await field.press('Enter');
    await messageLine(pages.moderator, 'As slow as a ceiling fan').waitFor();
    await note.waitFor();
    expect(await violations(pages.viewer)).toEqual([]);
    await field.fill('And another one');
    await field.press('Enter');
    expect(await pages.viewer.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await say('I am not held', moderator);
    await slow('0');
    await note.waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('And another one');
    await field.press('Enter');
    await messageLine(pages.moderator, 'And another one').waitFor();
  });

  it('removes a message from every open page over the socket only', async () => {
    await say('Buy my fans');
    for (const page of Object.values(pages)) await messageLine(page, 'Buy my fans').waitFor();
    // Requests are blocked, so the message can only be removed by an event.
    await pages.viewer.route('**/api/chat/**', (route) => route.abort());
    await chooseOfMessage(pages.moderator, 'Buy my fans', 'Remove');
    for (const page of Object.values(pages))
      await messageLine(page, 'Buy my fans').waitFor({ state: 'detached' });
    await pages.viewer.unroute('**/api/chat/**');
    await pages.viewer.reload();
    await messageLine(pages.viewer, 'And another one').waitFor();
    // For a few seconds a cache may answer the reload with the message; the page then corrects itself.
    await expect.poll(() => messageLine(pages.viewer, 'Buy my fans').count()).toBe(0);
  });

  it('pins a message above the chat, where it can be expanded', async () => {
    const long = `Tonight: ${'one fan after the other, '.repeat(8)}and https://fans.example at the end`;
    await say(long, streamer);
    await chooseOfMessage(pages.moderator, 'Tonight:', 'Pin');
    const pinned = (page: Page) => page.getByRole('region', { name: 'Pinned message' });
    await pinned(pages.viewer)
      .getByRole('button', { name: /^Pinned: GaleForce Tonight/ })
      .press('Enter');
    await pinned(pages.viewer).getByRole('link', { name: 'https://fans.example' }).waitFor();
    expect(await violations(pages.viewer)).toEqual([]);
    expect(await pinned(pages.viewer).getByRole('button', { name: 'Unpin' }).count()).toBe(0);
    await pinned(pages.moderator).waitFor();
    expect(await violations(pages.moderator)).toEqual([]);
    await pinned(pages.moderator).getByRole('button', { name: 'Unpin' }).press('Enter');
    for (const page of Object.values(pages)) await pinned(page).waitFor({ state: 'detached' });
    await pages.moderator.locator('[role=log]:focus').waitFor();
  });

  it('cannot act against the streamer', async () => {
    await say('I stream here', streamer);
    await messageLine(pages.moderator, 'I stream here').hover();
    await messageLine(pages.moderator, 'I stream here').locator('[data-menu]').click();
    await pages.moderator.getByRole('menuitem', { name: 'Block' }).waitFor();
    expect(await pages.moderator.getByRole('menuitem', { name: /Remove|Time out|Ban/ }).count()).toBe(0);
    expect(await violations(pages.moderator)).toEqual([]);
    await pages.moderator.keyboard.press('Escape');
  });
});

describe('the viewer', () => {
  it('hides a user for themselves on a phone, and shows them again', async () => {
    await messageLine(pages.viewer, 'I stream here').locator('[data-menu]').click();
    await pages.viewer.getByRole('menuitem', { name: 'Block' }).click();
    await messageLine(pages.viewer, 'I stream here').waitFor({ state: 'detached' });
    expect(await messageLine(pages.moderator, 'I stream here').count()).toBe(1);
    await pages.viewer.getByRole('button', { name: 'Chat rules' }).click();
    const showAgain = rules(pages.viewer).getByRole('button', { name: 'Unblock: GaleForce' });
    await showAgain.waitFor();
    expect(await violations(pages.viewer)).toEqual([]);
    await showAgain.click();
    await leaveRules(pages.viewer);
    await messageLine(pages.viewer, 'I stream here').waitFor();
  });
});

it('the pages caused no error', () => {
  const refused = /\b(403|ERR_FAILED|Error fetching chat messages)\b/;
  expect(complaints.flat().filter((complaint) => !refused.test(complaint))).toEqual([]);
});
