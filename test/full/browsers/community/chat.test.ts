/** The chat: contents of messages, writing, display settings and the pop-out. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const world = useWorld();
let gale: Person;
let fanny: Person;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [gale, fanny] = (await Promise.all(['GaleForce', 'FannyFan'].map(world.person))) as [Person, Person];
  ({ page, complaints } = await world.visitor(fanny));
  await page.addInitScript(countTones);
  await page.goto('/channel/GaleForce');
  await field().waitFor();
});

const chat = () => page.getByRole('complementary', { name: 'Stream Chat' });
const field = () => chat().getByRole('textbox', { name: 'Send a message' });
const line = (words: string) => chat().getByRole('listitem').filter({ hasText: words });
const say = (author: Person, body: Partial<Record<'message' | 'reply_to', string>>) =>
  author.call('POST', `/chat/${gale.id}`, body) as Promise<ChatMessage>;

/** Counts the tones that the page has played. */
function countTones(): void {
  const counted = globalThis as unknown as { tones: number };
  counted.tones = 0;
  const { start } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
    counted.tones += 1;
    start.call(this, when);
  };
}
const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);

it('Ctrl+Z takes a completed name back', async () => {
  await say(gale, { message: 'Good evening' });
  await line('Good evening').waitFor();
  await field().pressSequentially('Hi @gal');
  await chat().getByRole('option', { name: '@GaleForce' }).waitFor();
  await field().press('Tab');
  expect(await field().inputValue()).toBe('Hi @GaleForce ');
  await field().press('ControlOrMeta+z');
  expect(await field().inputValue()).toBe('Hi @gal');
  await field().fill('');
});

describe('a chat message', () => {
  it('links its addresses without a referrer, and shows other markup as text', async () => {
    await say(gale, { message: 'See https://fans.example/a?b=1. <b>not bold</b> javascript:alert(1)' });
    const link = line('not bold').getByRole('link', { name: /fans\.example/ });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('https://fans.example/a?b=1');
    expect(await link.getAttribute('target')).toBe('_blank');
    const rel = (await link.getAttribute('rel'))?.split(' ');
    expect(rel).toEqual(expect.arrayContaining(['noopener', 'nofollow', 'ugc']));
    expect(await line('not bold').locator('b').count()).toBe(0);
    // The author's name and the address.
    expect(await line('not bold').getByRole('link').count()).toBe(2);
  });

  it('shows emotes as pictures with their names', async () => {
    await say(gale, { message: 'So quiet :fan: :nothing:' });
    const emote = line('So quiet').getByRole('img', { name: ':fan:' });
    await emote.waitFor();
    await expect.poll(() => emote.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    expect(await line(':nothing:').getByRole('img').count()).toBe(1);
  });

  it('shows its author’s badges', async () => {
    await say(fanny, { message: 'I came today' });
    await line('I came today').getByText('New here', { exact: true }).waitFor();
    expect(await line('So quiet').getByText('Streamer', { exact: true }).count()).toBe(1);
    expect(await line('So quiet').getByText('New here').count()).toBe(0);
  });

  it('is below the message that it answers', async () => {
    const asked = await say(fanny, { message: 'How loud is it at night?' });
    await say(gale, { message: '24 dB, measured', reply_to: asked.id });
    await line('24 dB').getByText('How loud is it at night?').waitFor();
    expect(await line('24 dB').innerText()).toContain('FannyFan');
  });
});

describe('an animated emote', () => {
  const turnsWithin = async (shots: number): Promise<boolean> => {
    const emote = line('So quiet').getByRole('img', { name: ':fan:' });
    const first = await emote.screenshot();
    for (let shot = 0; shot < shots; shot += 1) if (!first.equals(await emote.screenshot())) return true;
    return false;
  };

  it('moves, but not with reduced motion', async () => {
    await line('So quiet').scrollIntoViewIfNeeded();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await turnsWithin(50)).toBe(true);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await turnsWithin(5)).toBe(false);
  });
});

describe('writing by keyboard', () => {
  it('completes a name, and the mentioned user sees it highlighted', async () => {
    await field().pressSequentially('Well done, @ga');
    await chat().getByRole('option', { name: '@GaleForce' }).waitFor();
    expect(await chat().getByRole('option', { selected: true }).count()).toBe(0);
    await field().press('ArrowDown');
    expect(await chat().getByRole('option', { selected: true }).innerText()).toBe('@GaleForce');
    await field().press('Tab');
    expect(await field().inputValue()).toBe('Well done, @GaleForce ');
    await field().press('Enter');
    await line('Well done').waitFor();
    await say(gale, { message: 'Thank you, @fannyfan!' });
    await line('Thank you').waitFor();
    expect(await line('Thank you').getAttribute('data-for-reader')).toBe('true');
    expect(await line('Well done').getAttribute('data-for-reader')).toBeNull();
  });

  it('completes an emote after a colon, and Escape leaves it', async () => {
    await field().pressSequentially(':fa');
    await chat().getByRole('option', { name: ':fan:' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await field().press('Escape');
    await chat().getByRole('option').waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe(':fa');
    await field().fill('');
  });

  it('inserts emotes from their list', async () => {
    await field().fill('Breezy');
    await field().press('Tab');
    await page.keyboard.press('Enter');
    const emotes = page.getByRole('menu', { name: 'Emotes' });
    await emotes.waitFor();
    const names = await emotes
      .getByRole('menuitem')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
    expect(names.length).toBeGreaterThanOrEqual(12);
    await page.locator(':focus').and(page.getByRole('menuitem')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator(':focus').getAttribute('title')).toBe(names[5]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await emotes.waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe(`Breezy ${names[5]} `);
    await page.keyboard.press('Enter');
    await line('Breezy')
      .getByRole('img', { name: names[5] ?? '' })
      .waitFor();
  });
});

describe('replying by keyboard', () => {
  it('leads from a message’s menu to the field, which names the author', async () => {
    await say(gale, { message: 'Any questions?' });
    // Below it are messages that are still being sent.
    const last = chat().getByRole('log').getByRole('listitem').last();
    await expect.poll(() => last.innerText()).toContain('Any questions?');
    await chat().getByRole('log').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Reply' }).waitFor();
    await page.keyboard.press('Enter');
    await chat().getByRole('button', { name: 'Cancel reply' }).waitFor();
    await page.locator(':focus').and(field()).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.type('How many blades?');
    await page.keyboard.press('Enter');
    await line('How many blades?').getByText('Any questions?').waitFor();
    expect(await chat().getByRole('button', { name: 'Cancel reply' }).count()).toBe(0);
  });

  it('is cancelled by Escape, and the text stays', async () => {
    await field().fill('half a tho');
    await line('Any questions?').first().hover();
    await line('Any questions?').first().getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Reply' }).click();
    await chat().getByRole('button', { name: 'Cancel reply' }).waitFor();
    await page.keyboard.press('Escape');
    await chat().getByRole('button', { name: 'Cancel reply' }).waitFor({ state: 'detached' });
    expect(await field().inputValue()).toBe('half a tho');
    await field().fill('');
  });
});

describe('the chat’s display settings', () => {
  const choose = async (name: string) => {
    await chat().getByRole('button', { name: 'Chat settings' }).click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  const fontSize = () =>
    chat()
      .getByRole('log')
      .evaluate((log) => getComputedStyle(log).fontSize);

  it('are remembered on this device', async () => {
    expect(await fontSize()).toBe('14px');
    await choose('Large');
    await choose('Clock');
    await choose('Highlight and play a sound');
    await page.reload();
    await line('Thank you').locator('time').waitFor();
    expect(await fontSize()).toBe('16px');
    expect(await line('Thank you').locator('time').innerText()).toMatch(/^\d{1,2}:\d{2}/);
    await choose('None');
    expect(await line('Thank you').locator('time').count()).toBe(0);
  });

  it('play a sound for new mentions only', async () => {
    expect(await tones()).toBe(0);
    await say(gale, { message: 'nobody in particular' });
    await line('nobody in particular').waitFor();
    expect(await tones()).toBe(0);
    await say(gale, { message: 'you, @FannyFan' });
    await expect.poll(tones).toBe(2);
  });
});

describe('the chat pop-out', () => {
  it('contains the chat only, where users write as on the channel’s page', async () => {
    const opening = page.waitForEvent('popup');
    await chat().getByRole('link', { name: 'Pop out chat' }).click();
    const alone = await opening;
    await alone.getByRole('log').getByText('Thank you').waitFor();
    expect(new URL(alone.url()).pathname).toBe('/channel/GaleForce/chat');
    expect(await alone.title()).toContain("GaleForce's chat");
    expect(await alone.getByRole('navigation').count()).toBe(0);
    expect(await alone.getByRole('link', { name: 'Pop out chat' }).count()).toBe(0);
    await alone.getByRole('textbox', { name: 'Send a message' }).fill('from the small window');
    await alone.keyboard.press('Enter');
    await line('from the small window').waitFor();
    expect(await violations(alone)).toEqual([]);
    await alone.close();
  });

  it('of an unknown user is 404', async () => {
    const answer = await page.goto('/channel/nobody_here/chat');
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Channel not found' }).waitFor();
    expect((await page.goto('/channel/GaleForce/chat'))?.status()).toBe(200);
  });
});

it('the pages caused no error and no violation of the Content-Security-Policy', () => {
  expect(complaints).toEqual([]);
});
