/** Commands in the chat of a streamer and a viewer. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '#test/support/browser/accessibility.ts';
import { messageLine } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';

const world = useWorld();
let streamer: Page;
let viewer: Page;
const complaints: (readonly string[])[] = [];

beforeAll(async () => {
  const open = async (username: string, width: number) => {
    const visitor = await world.visitor(await world.person(username));
    complaints.push(visitor.complaints);
    await visitor.page.setViewportSize({ width, height: 900 });
    return visitor.page;
  };
  [streamer, viewer] = [await open('GaleForce', 1440), await open('FannyFan', 390)];
  for (const page of [streamer, viewer]) {
    await page.goto('/channel/GaleForce');
    await field(page).waitFor();
  }
});

const field = (page: Page) => page.getByRole('textbox', { name: 'Send a message' });
async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

describe('a streamer’s own command', () => {
  it('is answered by the site on open pages', async () => {
    await streamer.getByRole('button', { name: 'Chat moderation' }).click();
    const dialog = streamer.getByRole('dialog', { name: 'Chat moderation' });
    await dialog.getByRole('textbox', { name: 'Command' }).fill('!Fan');
    await dialog
      .getByRole('textbox', { name: 'Answer' })
      .fill('Ceiling fan, 52 inches: https://fans.example');
    await dialog.getByRole('button', { name: 'Save command' }).click();
    await dialog.getByRole('button', { name: 'Edit: !fan' }).waitFor();
    expect(await violations(streamer)).toEqual([]);
    await streamer.keyboard.press('Escape');
    await write(viewer, '!fan');
    for (const page of [streamer, viewer]) {
      const line = messageLine(page, 'Ceiling fan, 52 inches');
      await line.getByText('BOT').waitFor();
      await line.getByRole('link', { name: 'https://fans.example' }).waitFor();
    }
  });
});

describe('the viewer', () => {
  it('says what they do', async () => {
    await write(viewer, '/me waves');
    const line = messageLine(streamer, 'waves');
    await line.waitFor();
    expect(await line.locator('em').textContent()).toBe('waves');
  });

  it('completes a command, and reads which there are', async () => {
    await field(viewer).pressSequentially('/h');
    await viewer.getByRole('option', { name: '/help' }).waitFor();
    expect(await violations(viewer)).toEqual([]);
    await field(viewer).press('Tab');
    await field(viewer).press('Enter');
    const help = viewer.getByRole('dialog', { name: 'Chat commands' });
    await help.getByText('!fan').waitFor();
    expect(await violations(viewer)).toEqual([]);
    await viewer.keyboard.press('Escape');
  });

  it('reads why a command of moderators is refused', async () => {
    await write(viewer, '/ban GaleForce');
    await viewer.getByRole('alert').filter({ hasText: 'Only the streamer and the moderators' }).waitFor();
    expect(await violations(viewer)).toEqual([]);
    await field(viewer).fill('');
  });
});

describe('the streamer', () => {
  it('times the viewer out, and lets them write again', async () => {
    await write(streamer, '/timeout @FannyFan 5m too windy');
    await viewer.getByText(/^You are timed out in this chat until /).waitFor();
    await viewer.getByText('Reason: too windy').waitFor();
    await write(streamer, '/untimeout FannyFan');
    await field(viewer).waitFor();
    expect(await field(viewer).isVisible()).toBe(true);
  });

  it('changes the title on open pages, and clears the chat', async () => {
    await write(streamer, '/title Fans at night');
    await viewer.getByText('Fans at night').first().waitFor();
    await write(streamer, '/clear');
    await streamer.getByRole('button', { name: 'Clear for everyone' }).click();
    await messageLine(viewer, 'Ceiling fan, 52 inches').waitFor({ state: 'detached' });
    expect(await messageLine(viewer, 'waves').count()).toBe(0);
  });
});

it('no page complains', () => {
  expect(complaints.flat()).toEqual([]);
});
