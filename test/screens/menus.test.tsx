import { screen, within } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { aChannel, FAN, openScreen } from '#test/support/browser/screen.tsx';

const openAccountMenu = async () => {
  const { user } = await openScreen('/about', { as: FAN });
  const button = await screen.findByRole('button', { name: /^Account menu/ });
  await user.click(button);
  return { user, button };
};
const focused = () => document.activeElement?.textContent;

describe('an open menu', () => {
  it('moves by arrows, Home and End, and round its ends', async () => {
    const { user } = await openAccountMenu();
    expect(focused()).toBe('Your channel');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Log out');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Watch later');
    await user.keyboard('{End}');
    expect(focused()).toBe('Log out');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Your channel');
  });

  it('goes to an item by its first letters', async () => {
    const { user } = await openAccountMenu();
    await user.keyboard('se');
    expect(focused()).toBe('Settings');
  });

  it('keeps the focus where no item begins with a letter', async () => {
    const { user } = await openAccountMenu();
    await user.keyboard('x');
    expect(focused()).toBe('Your channel');
  });

  it('gives the focus back on Escape, and Tab goes on from its button', async () => {
    const { user, button } = await openAccountMenu();
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await user.tab();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).not.toBe(button);
  });
});

it('emotes are a grid, which ends at its edges', async () => {
  const channel = aChannel();
  const { user } = await openScreen(`/channel/${channel.username}/chat`, {
    as: FAN,
    answers: { 'GET /streamers/{username}': channel },
  });
  await user.click(await screen.findByRole('button', { name: 'Emotes' }));
  const emotes = within(await screen.findByRole('menu', { name: 'Emotes' })).getAllByRole('menuitem');
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(emotes[5]);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(emotes[1]);
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('menu')).toBeNull();
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Send a message' });
  expect(field.value).toContain(emotes[1]!.getAttribute('aria-label'));
});
