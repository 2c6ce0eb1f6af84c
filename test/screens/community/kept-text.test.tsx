/** A screen keeps typed text, or asks before it discards it. */
import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import {
  aChannel,
  FAN,
  FAN_CHANNEL,
  openScreen,
  path,
  press,
  type Screen,
} from '#test/support/browser/screen.tsx';

/** How each dialog is opened on a page, and the label of one of its texts. */
const DIALOGS: Readonly<
  Record<string, { at: string; open: (page: Screen) => Promise<void>; label: string }>
> = {
  'the profile': {
    at: `/channel/${FAN.username}`,
    open: (page) => press(page, 'Edit profile'),
    label: 'Title',
  },
  'a plan': {
    at: `/channel/${FAN.username}`,
    open: async (page) => {
      await press(page, 'Schedule broadcasts');
      await press(page, 'Schedule a broadcast');
    },
    label: 'Title',
  },
  'a report': {
    at: '/channel/GaleForce',
    open: async (page) => {
      await press(page, /^More.*Gale Force/);
      await page.user.click((await screen.findAllByRole('menuitem', { name: /^Report/ }))[0]!);
    },
    label: 'Anything to add? (optional)',
  },
};

const openDialog = async (name: string) => {
  const { at, open, label } = DIALOGS[name]!;
  const page = await openScreen('/', { as: FAN });
  appHistory.push(at);
  await open(page);
  const dialog = await screen.findByRole('dialog');
  return { page, dialog, field: await within(dialog).findByLabelText(label) };
};

it.each(Object.keys(DIALOGS))('%s with typed text asks before Escape closes it', async (name) => {
  const { page, dialog, field } = await openDialog(name);
  field.focus();
  await page.user.keyboard('Quiet nights');
  await page.user.keyboard('{Escape}');
  within(dialog).getByText('You have unsaved changes.');
  await press(page, 'Keep editing');
  expect((field as HTMLInputElement).value).toContain('Quiet nights');
  await page.user.keyboard('{Escape}');
  await press(page, 'Discard');
  await expect.poll(() => field.isConnected).toBe(false);
});

it('a tag that was not entered belongs to the form that is saved', async () => {
  const { page, dialog } = await openDialog('the profile');
  page.api.answer({
    'PATCH /streamers/status': FAN_CHANNEL,
    'PATCH /streamers/profile': FAN_CHANNEL,
  } as never);
  (await within(dialog).findByLabelText('Tags')).focus();
  await page.user.keyboard('quiet');
  await press(page, 'Save changes');
  await expect
    .poll(() => JSON.stringify(page.api.requests.map(({ body }) => body)))
    .toContain('"tags":["quiet"]');
});

it.each(Object.keys(DIALOGS))('%s is closed by Back, which stays on the page', async (name) => {
  const { field } = await openDialog(name);
  const at = path();
  appHistory.go(-1);
  await expect.poll(() => field.isConnected).toBe(false);
  expect(path()).toBe(at);
});

it('a chat message that was not sent is there again after the page was left', async () => {
  const answers = { 'GET /streamers/{username}': aChannel() };
  const page = await openScreen('/channel/GaleForce', { as: FAN, answers });
  const field = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Send a message');
  (await field()).focus();
  await page.user.keyboard('How quiet');
  appHistory.push('/about');
  await screen.findByRole('heading', { name: /About/ });
  appHistory.push('/channel/GaleForce');
  expect((await field()).value).toBe('How quiet');
});
