/** Forms keep typed text over a session that ends by itself. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { call } from '#web/lib/api/api.ts';
import { signIn } from '#web/lib/api/session/session.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { type Answers, refusal } from '#test/support/browser/fake-api.ts';
import { FAN, openScreen, path, press, type Screen } from '#test/support/browser/screen.tsx';

const ANSWERS: Answers = {
  'GET /fans/channels/{channel_id}': [],
  'GET /streaming/status': { is_live: false, keep_replay: true } as never,
  'GET /auth/account': {
    email: 'fanny@example.com',
    is_email_verified: true,
    is_email_taken: false,
    pending_email: null,
    can_send_mail: true,
  } as never,
};

interface Form {
  readonly at: string;
  readonly open?: (page: Screen) => Promise<void>;
  readonly label: string;
}
const ownChannel = `/channel/${FAN.username}`;

const FORMS: Readonly<Record<string, Form>> = {
  'the profile': { at: ownChannel, open: (page) => press(page, 'Edit profile'), label: 'Description' },
  'a plan': {
    at: ownChannel,
    open: async (page) => {
      await press(page, 'Schedule broadcasts');
      await press(page, 'Schedule a broadcast');
    },
    label: 'Title',
  },
  'a fan': { at: `${ownChannel}/fans`, open: (page) => press(page, 'Add a fan'), label: 'Maker' },
  'a stream through software': { at: '/go-live-advanced', label: 'Stream Title' },
  'a stream from the camera': { at: '/go-live', label: 'Stream Title' },
  'an email address in the settings': {
    at: '/settings',
    open: (page) => press(page, 'Change email'),
    label: 'New email',
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

const ENDS: Readonly<Record<string, (page: Screen) => Promise<void>>> = {
  'a log-out in another tab': async () => {
    localStorage.removeItem('token');
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  },
  'a refused token': async (page) => {
    const ended = refusal(401, 'Your session has ended.', 'unauthorized');
    page.api.answer({ 'GET /auth/me': ended, 'POST /auth/refresh': ended });
    await call('GET /auth/me').catch(() => undefined);
  },
};

async function openForm(page: Screen, { at, open, label }: Form): Promise<HTMLInputElement> {
  appHistory.push(at);
  await waitFor(() => expect(path()).toBe(at));
  await open?.(page);
  await screen.findByLabelText(label, { exact: true });
  const box = within(screen.queryByRole('dialog') ?? screen.getByRole('main'));
  return box.findByLabelText<HTMLInputElement>(label, { exact: true });
}

const CASES = Object.keys(FORMS).map((name, at) => [name, Object.keys(ENDS)[at % 2]!] as const);

it.each(CASES)('%s keeps what was typed over %s', async (name, end) => {
  const page = await openScreen('/', { as: FAN, answers: ANSWERS });
  const field = await openForm(page, FORMS[name]!);
  await page.user.type(field, 'Quiet nights');
  await ENDS[end]!(page);
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  appHistory.push('/about');
  await waitFor(() => expect(field.isConnected).toBe(false));
  page.api.answer({ 'GET /auth/me': FAN });
  signIn({ user: FAN, token: 'header.payload.signature' });
  const again = await openForm(page, FORMS[name]!);
  await waitFor(() => expect(again.value).toBe('Quiet nights'));
});

it('passwords are not kept, even while they are visible', async () => {
  const page = await openScreen('/', { as: FAN, answers: ANSWERS });
  appHistory.push('/change-password');
  await page.user.type(await screen.findByLabelText('Current password', { exact: true }), 'a fan of fans');
  await page.user.click(screen.getAllByRole('button', { name: 'Show password' })[0]!);
  await ENDS['a log-out in another tab']!(page);
  await screen.findByRole('heading', { name: 'Log In' });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('a fan of fans');
});

it('a log-out by the person forgets what was typed', async () => {
  const page = await openScreen('/', { as: FAN, answers: { ...ANSWERS, 'POST /auth/logout': undefined } });
  await page.user.type(await openForm(page, FORMS['a stream through software']!), 'Quiet nights');
  await press(page, /^Account menu/);
  await page.user.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await screen.findByRole('heading', { name: 'Log In' });
  await waitFor(() =>
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('typed.'))).toEqual([]),
  );
});
