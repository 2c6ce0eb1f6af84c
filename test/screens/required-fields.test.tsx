/** Every form marks what it requires, and names all its problems at once, at their fields. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { User } from '#shared/people/auth.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { currentToast } from '#web/ui/overlays/toast-store.ts';
import { type Answers, Refusal } from '#test/support/browser/fake-api.ts';
import { FAN, fillIn, openScreen, press, type Screen } from '#test/support/browser/screen.tsx';

const ANSWERS: Answers = {
  'GET /fans/channels/{channel_id}': [],
  'GET /streaming/status': { is_live: false, keep_replay: true } as never,
};

interface Form {
  readonly as?: User;
  readonly at: string;
  readonly open?: (page: Screen) => Promise<void>;
  /** What is typed, where it does not start empty. */
  readonly typed?: Readonly<Record<string, string>>;
  readonly submit: string;
  readonly required: readonly string[];
}

const ofOwner = { as: FAN, at: `/channel/${FAN.username}` };

const FORMS: Readonly<Record<string, Form>> = {
  'the log-in': { at: '/login', submit: 'Log In', required: ['Username', 'Password'] },
  'the sign-up': {
    at: '/signup',
    submit: 'Sign Up',
    required: ['Username', 'Email', 'Password', 'Confirm Password'],
  },
  'the sign-up with wrong words': {
    at: '/signup',
    typed: { Username: 'a!', Email: 'nowhere', Password: 'short', 'Confirm Password': 'other' },
    submit: 'Sign Up',
    required: ['Username', 'Email', 'Password', 'Confirm Password'],
  },
  'a new password': {
    as: FAN,
    at: '/change-password',
    submit: 'Change password',
    required: ['Current password', 'New password'],
  },
  'a stream through software': {
    as: FAN,
    at: '/go-live-advanced',
    submit: 'Create Stream',
    required: ['Stream Title', 'Category'],
  },
  'the profile': {
    ...ofOwner,
    open: (page) => press(page, 'Edit profile'),
    typed: { 'Display name': '', Title: '', Category: '' },
    submit: 'Save changes',
    required: ['Display name', 'Title', 'Category'],
  },
  'a plan': {
    ...ofOwner,
    open: async (page) => {
      await press(page, 'Schedule broadcasts');
      await press(page, 'Schedule a broadcast');
    },
    typed: { Date: '', 'Start time': '', 'Time zone': '' },
    submit: 'Schedule',
    required: ['Title', 'Category', 'Date', 'Start time', 'Time zone'],
  },
  'a fan': {
    as: FAN,
    at: `/channel/${FAN.username}/fans`,
    open: (page) => press(page, 'Add a fan'),
    submit: 'Add fan',
    required: ['Maker', 'Model', 'Kind'],
  },
  'a report': {
    as: FAN,
    at: '/channel/GaleForce',
    open: async (page) => {
      await press(page, /^More.*Gale Force/);
      await page.user.click((await screen.findAllByRole('menuitem', { name: /^Report/ }))[0]!);
    },
    submit: 'Report',
    required: ["What's wrong with it?"],
  },
};

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isMarked = (field: Field) => /after:content/.test(field.labels?.[0]?.className ?? '');

it.each(Object.entries(FORMS))('%s marks its required fields and names all problems', async (_, form) => {
  const page = await openScreen('/', { answers: ANSWERS, ...(form.as && { as: form.as }) });
  appHistory.push(form.at);
  await form.open?.(page);
  await screen.findByLabelText(form.required[0]!, { exact: true });
  const box = () => within(screen.queryByRole('dialog') ?? screen.getByRole('main'));
  const fields = () => form.required.map((label) => box().getByLabelText<Field>(label, { exact: true }));
  await fillIn(page, form.typed ?? {});
  expect(fields().map((field) => [field.required, isMarked(field)])).toEqual(
    fields().map(() => [true, true]),
  );
  const others = () => [...document.querySelectorAll<Field>('form :is(input, select, textarea)')];
  const unmarked = others().filter((field) => field.required !== isMarked(field));
  expect(unmarked.map((field) => field.labels?.[0]?.textContent)).toEqual([]);
  box().getByText('* Required field');
  await page.user.click(box().getByRole('button', { name: form.submit }));
  await waitFor(() =>
    expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual(fields().map(() => 'true')),
  );
  expect(document.activeElement).toBe(fields()[0]);
  const notes = fields().map((field) => field.getAttribute('aria-describedby')?.split(' ') ?? []);
  for (const ids of notes)
    expect(ids.map((id) => document.getElementById(id)?.textContent).join('')).not.toBe('');
  expect(currentToast()).toBeNull();
});

it('the sign-up names all that the API refuses', async () => {
  const body = {
    code: 'invalid_request',
    detail: 'Two problems',
    reason: 'not_username_characters',
    field: 'username',
    issues: [
      { reason: 'not_username_characters', field: 'username' },
      { reason: 'not_an_email', field: 'email' },
    ],
    request_id: 'request-1',
  };
  const page = await openScreen('/signup', {
    answers: { 'POST /auth/signup': new Refusal(400, JSON.stringify(body)) },
  });
  await fillIn(page, {
    Username: 'NewFan',
    Email: 'new@example.com',
    Password: 'a fan of fans',
    'Confirm Password': 'a fan of fans',
  });
  await press(page, 'Sign Up');
  await screen.findByText('Username may only have letters, digits and underscores.');
  screen.getByText('Email is not an email address.');
  expect(currentToast()).toBeNull();
});
