/** Log in, sign up and the session, as a person sees them. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import type { AccessToken } from '#shared/people/access-tokens.ts';
import type { DataExport, SessionInfo } from '#shared/people/auth.ts';
import { held, outage, refusal } from '#test/support/browser/fake-api.ts';
import { expectToast, FAN, fillIn, openScreen, path, press } from '#test/support/browser/screen.tsx';
import { currentToast } from '#web/ui/overlays/toast-store.ts';

const SESSION = { user: FAN, token: 'header.payload.signature' };
const WRONG = refusal(401, 'Invalid username or password', 'invalid_credentials', 'password');
const NO_FOLLOWS = { followedChannels: [], channels: [], bells: [] };
const SIGN_UP = {
  Username: 'NewFan',
  Email: 'new@example.com',
  Password: 'a fan of fans',
  'Confirm Password': 'a fan of fans',
};

/** Each field of the form: its name, its type, and whether it is required. */
const fields = () =>
  [...document.querySelectorAll<HTMLInputElement>('form input')].map(({ name, type, required }) => [
    name,
    type,
    required,
  ]);
const stored = () => [localStorage.getItem('currentUser'), localStorage.getItem('token')];

// spec: 2.4, 2.42, 2.46, 2.49, 6.2
it.each(['/go-live', '/go-live-advanced', '/upload'])('%s leads a visitor to /login', async (address) => {
  await openScreen(address);
  await screen.findByRole('heading', { name: 'Log In' });
  expect(path()).toBe('/login');
});

// spec: 2.35, 5.3
it('Log In requires username and password, and links to Sign Up', async () => {
  const page = await openScreen('/login');
  await screen.findByLabelText('Username');
  expect(fields()).toEqual([
    ['username', 'text', true],
    ['password', 'password', true],
  ]);
  const inputs = [...document.querySelectorAll('form input')];
  expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual(['username', 'current-password']);
  await press(page, 'Log In');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
  expect(screen.getByRole('link', { name: 'Sign Up' }).getAttribute('href')).toBe('/signup');
});

// spec: 2.35
it('Log In says "Logging in..." while it waits, then "Login Failed" with the detail', async () => {
  const { answer, release } = held(WRONG);
  const page = await openScreen('/login', { answers: { 'POST /auth/login': answer } });
  await fillIn(page, { Username: 'GaleForce', Password: 'a wrong one' });
  await press(page, 'Log In');
  await screen.findByRole('button', { name: 'Logging in...' });
  release();
  await expectToast('Login Failed', 'Invalid username or password');
  await screen.findByRole('button', { name: 'Log In' });
  expect(path()).toBe('/login');
});

// spec: 8.3
it.each([
  ['the detail of the API', refusal(429, 'Too many attempts.', 'rate_limited'), 'Too many attempts.'],
  ['its own words where the API gives none', outage(), 'Invalid username or password'],
])('Log In shows %s', async (_, reply, words) => {
  const page = await openScreen('/login', { answers: { 'POST /auth/login': reply } });
  await fillIn(page, { Username: 'GaleForce', Password: 'secret enough' });
  await press(page, 'Log In');
  await expectToast('Login Failed', words);
});

// spec: 2.36, 5.3
it('Sign Up requires four fields, and links to Log In', async () => {
  await openScreen('/signup');
  await screen.findByLabelText('Username');
  expect(fields()).toEqual([
    ['username', 'text', true],
    ['email', 'email', true],
    ['password', 'password', true],
    ['confirmPassword', 'password', true],
  ]);
  expect(screen.getByRole('link', { name: 'Log In' }).getAttribute('href')).toBe('/login');
});

// spec: 5.2
it('Sign Up refuses two different passwords without a request', async () => {
  const page = await openScreen('/signup');
  await fillIn(page, { ...SIGN_UP, 'Confirm Password': 'another' });
  await press(page, 'Sign Up');
  await expectMarked('Confirm Password', 'Passwords do not match');
  expect(currentToast()).toBeNull();
  expect(page.api.requests).toEqual([]);
});

// spec: 2.36, 8.4
it('Sign Up says "Creating Account..." while it waits, then "Signup Failed" with the detail', async () => {
  const taken = 'This username is taken. Please choose another.';
  const { answer, release } = held(refusal(409, taken));
  const page = await openScreen('/signup', { answers: { 'POST /auth/signup': answer } });
  await fillIn(page, SIGN_UP);
  await press(page, 'Sign Up');
  await screen.findByRole('button', { name: 'Creating Account...' });
  release();
  await expectToast('Signup Failed', taken);
});

// spec: 8.4
it('Sign Up says "Could not create account" where the API gives no detail', async () => {
  const page = await openScreen('/signup', { answers: { 'POST /auth/signup': outage() } });
  await fillIn(page, SIGN_UP);
  await press(page, 'Sign Up');
  await expectToast('Signup Failed', 'Could not create account');
});

// spec: 3.1, 8.19
it('Sign Up stores user and token, and leads home', async () => {
  const page = await openScreen('/signup', { answers: { 'POST /auth/signup': SESSION } });
  await fillIn(page, SIGN_UP);
  await press(page, 'Sign Up');
  await expectToast('Account created!');
  await waitFor(() => expect(path()).toBe('/'));
  const { email: _, ...kept } = FAN;
  expect(stored()).toEqual([JSON.stringify(kept), SESSION.token]);
  const { username, email, password } = page.api.sentTo('POST /auth/signup')[0]!.body as Record<
    string,
    string
  >;
  expect([username, email, password]).toEqual(['NewFan', 'new@example.com', 'a fan of fans']);
});

// spec: 6.4
it.each([
  ['sends the token of a signed-in user with every request', FAN, `Bearer ${SESSION.token}`],
  ['sends no token for a visitor', undefined, null],
])('Home %s', async (_, as, authorization) => {
  const page = await openScreen('/', { ...(as && { as }) });
  await waitFor(() => expect(page.api.sentTo('GET /categories')).toHaveLength(1));
  expect(new Set(page.api.requests.map((request) => request.authorization))).toEqual(
    new Set([authorization]),
  );
});

// spec: 2.10, 4.2
it('Log out ends the session and leads to /login', async () => {
  const page = await openScreen('/', { as: FAN, answers: { 'POST /auth/logout': undefined } });
  await press(page, /^Account menu/);
  await page.user.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await screen.findByRole('heading', { name: 'Log In' });
  expect(stored()).toEqual([null, null]);
  await waitFor(() => expect(page.api.sentTo('POST /auth/logout')).toHaveLength(1));
});

// spec: 4.3, 8.1
it.each(['/following', '/go-live-advanced'])(
  'a 401 on %s ends the session and leads to /login',
  async (address) => {
    const unauthorized = refusal(401, 'Your session has ended.', 'unauthorized');
    const page = await openScreen(address, { as: FAN });
    page.api.refuseAll(unauthorized);
    await screen.findByRole('heading', { name: 'Log In' });
    expect(path()).toBe('/login');
    expect(stored()).toEqual([null, null]);
  },
);

const alert = (words: string) => screen.findByText(words, { selector: '[role=alert] *, [role=alert]' });

/** Waits until this field has the focus and these words describe it. */
async function expectMarked(label: string, words: string): Promise<void> {
  const field = screen.getByLabelText(label, { exact: true });
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(words);
  expect(document.querySelectorAll('form [aria-invalid=true]')).toHaveLength(1);
}

it.each([
  ['Username', refusal(409, 'This username is taken. Please choose another.', 'username_taken', 'username')],
  ['Username', refusal(400, 'Username must have at least 3 characters.', 'invalid_request', 'username')],
  ['Email', refusal(409, 'There is already an account with this email address.', 'email_taken', 'email')],
  ['Email', refusal(400, 'Email is not an email address.', 'invalid_request', 'email')],
  ['Password', refusal(400, 'Password must have at least 8 characters.', 'invalid_request', 'password')],
  ['Password', refusal(400, 'Password is used by many people.', 'invalid_request', 'password')],
] as const)('Sign Up marks %s for %o', async (label, answer) => {
  const page = await openScreen('/signup', { answers: { 'POST /auth/signup': answer } });
  await fillIn(page, SIGN_UP);
  await press(page, 'Sign Up');
  await expectMarked(label, (JSON.parse(answer.body) as { detail: string }).detail);
});

it('Log In marks the password until it is corrected', async () => {
  const page = await openScreen('/login', { answers: { 'POST /auth/login': WRONG } });
  await fillIn(page, { Username: 'GaleForce', Password: 'a wrong one' });
  await press(page, 'Log In');
  await expectMarked('Password', 'Invalid username or password');
  await page.user.type(screen.getByLabelText('Password', { exact: true }), 'x');
  expect(document.querySelector('form [aria-invalid=true]')).toBeNull();
});

it('Log In shows an error that belongs to no field', async () => {
  const page = await openScreen('/login');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await fillIn(page, { Username: 'GaleForce', Password: 'a password' });
  await press(page, 'Log In');
  await alert("Fanfare can't be reached. Check your connection.");
  expect(document.querySelector('form [aria-invalid=true]')).toBeNull();
});

it('a password is shown on request and hidden again', async () => {
  const page = await openScreen('/login');
  const type = () => screen.getByLabelText('Password', { exact: true }).getAttribute('type');
  await press(page, 'Show password');
  expect(type()).toBe('text');
  await press(page, 'Hide password');
  expect(type()).toBe('password');
});

it.each([
  ['/go-live', 'go live'],
  ['/go-live-advanced', 'go live'],
  ['/upload', 'upload a video'],
  ['/change-password', 'change your password'],
  ['/settings', 'see your settings'],
])('a visitor of %s reads on both forms why to log in', async (address, purpose) => {
  const page = await openScreen(address);
  await screen.findByText(`Log in to ${purpose}`);
  await page.user.click(screen.getByRole('link', { name: 'Sign Up' }));
  await screen.findByText(`Sign up to ${purpose}`);
  expect(path()).toBe('/signup');
});

it('logging in returns to the whole address, with its query', async () => {
  const page = await openScreen('/settings?of=GaleForce&t=90');
  await screen.findByText('Log in to see your settings');
  page.api.answer({ 'POST /auth/login': SESSION });
  await fillIn(page, { Username: FAN.username, Password: 'a password' });
  await press(page, 'Log In');
  await waitFor(() => expect(path()).toBe('/settings'));
  expect(window.location.search).toBe('?of=GaleForce&t=90');
});

it('"Sign up and go live" leads to Go Live after the sign-up', async () => {
  const page = await openScreen('/');
  await page.user.click(await screen.findByRole('link', { name: 'Sign up and go live' }));
  await screen.findByText('Sign up to go live');
  page.api.answer({ 'POST /auth/signup': SESSION });
  await fillIn(page, SIGN_UP);
  await press(page, 'Sign Up');
  await waitFor(() => expect(path()).toBe('/go-live'));
});

it('a user whose session ended reads so, and returns after log-in', async () => {
  const page = await openScreen('/following', { as: FAN });
  page.api.refuseAll(refusal(401, 'Your session has ended.', 'unauthorized'));
  await screen.findByText('Your session ended. Log in to continue.');
  page.api.answer({ 'POST /auth/login': SESSION, 'GET /follows': NO_FOLLOWS });
  await fillIn(page, { Username: FAN.username, Password: 'a password' });
  await press(page, 'Log In');
  await waitFor(() => expect(path()).toBe('/following'));
});

it('Forgot password says the same for any name, then marks a wrong code', async () => {
  const page = await openScreen('/forgot-password', {
    answers: {
      'POST /auth/forgot-password': undefined,
      'POST /auth/reset-password': refusal(
        401,
        'The code is wrong or has expired. Request a new one.',
        'invalid_credentials',
        'code',
      ),
    },
  });
  await fillIn(page, { Username: 'nobody_here' });
  await press(page, 'Send code');
  await screen.findByText(
    /^If nobody_here has an account, a code is on its way to the account's email address\./,
  );
  await fillIn(page, { Code: '123456', 'New password': 'a newer breeze' });
  await press(page, 'Change password');
  await expectMarked('Code', 'The code is wrong or has expired. Request a new one.');
});

it('Change password marks a wrong current password, then returns to the channel', async () => {
  const wrong = refusal(403, 'The current password is wrong.', 'forbidden', 'current_password');
  const page = await openScreen('/change-password', {
    as: FAN,
    answers: { 'POST /auth/change-password': wrong },
  });
  await fillIn(page, { 'Current password': 'a wrong one', 'New password': 'a newer breeze' });
  await press(page, 'Change password');
  await expectMarked('Current password', 'The current password is wrong.');
  page.api.answer({ 'POST /auth/change-password': undefined });
  await press(page, 'Change password');
  await expectToast('Password changed');
  await waitFor(() => expect(path()).toBe(`/channel/${FAN.username}`));
});

const device = (name: string, is_current: boolean): SessionInfo => ({
  id: `01HZZZZZZZZZZZZZZZZZZZ000${is_current ? 1 : 2}`,
  device: name,
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: '2026-01-01T00:00:00.000Z',
  is_current,
});

it('Settings keep a device that could not be signed out, and keep the focus when it goes', async () => {
  const here = device('Chrome on Linux', true);
  const phone = device('Safari on iPhone', false);
  const page = await openScreen('/settings', { as: FAN, answers: { 'GET /auth/sessions': [here, phone] } });
  await press(page, 'Log out Safari on iPhone');
  await expectToast('Not logged out', 'Please try again.');
  page.api.answer({ 'DELETE /auth/sessions/{id}': undefined, 'GET /auth/sessions': [here] });
  await press(page, 'Log out Safari on iPhone');
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Chrome on Linux/));
});

const bot: AccessToken = {
  id: '01HZZZZZZZZZZZZZZZZZZZ0009',
  name: 'Evening bot',
  scopes: ['chat:read', 'chat:write'],
  created_at: '2026-01-01T00:00:00.000Z',
  last_used_at: null,
  expires_at: '2026-03-01T00:00:00.000Z',
};

it('Settings create an access token, show it once, and revoke it', async () => {
  const token = `fanfare_pat_${FAN.id}_secret`;
  const page = await openScreen('/settings', { as: FAN, answers: { 'GET /auth/access-tokens': [] } });
  await screen.findByText('You have no access tokens.');
  await press(page, 'New access token');
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.type(dialog.getByLabelText(/^Name/), 'Evening bot');
  await page.user.type(dialog.getByLabelText(/^Password/), 'secret enough');
  await press(page, 'Create token');
  await screen.findByText('Permissions is required.', { selector: 'form *' });
  expect(page.api.sentTo('POST /auth/access-tokens')).toEqual([]);
  for (const name of ['Write in chats', 'Read chats'])
    await page.user.click(screen.getByRole('checkbox', { name }));
  page.api.answer({
    'POST /auth/access-tokens': { token, access_token: bot },
    'GET /auth/access-tokens': [bot],
  });
  await press(page, 'Create token');
  const field = await screen.findByLabelText('Access token');
  expect(field).toHaveProperty('value', token);
  expect(page.api.sentTo('POST /auth/access-tokens')).toMatchObject([
    { body: { name: 'Evening bot', scopes: ['chat:write', 'chat:read'], password: 'secret enough' } },
  ]);
  await press(page, 'Done');
  await screen.findByText('Read chats · Write in chats');
  expect(document.body.innerHTML).not.toContain(token);

  page.api.answer({ 'DELETE /auth/access-tokens/{id}': undefined, 'GET /auth/access-tokens': [] });
  await press(page, 'Revoke Evening bot');
  await press(page, 'Revoke');
  await expectToast('Access token revoked');
  await screen.findByText('You have no access tokens.');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('New access token'));
});

it('Settings ask for the password before they show a data export', async () => {
  const archive = (part: number) => ({ url: `/favicon.svg?part=${part}`, size_bytes: 2_097_152 });
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const preparing: DataExport = { status: 'making', archives: [], expires_at };
  const page = await openScreen('/settings', {
    as: FAN,
    answers: {
      'GET /auth/export': { status: 'none', archives: [], expires_at: null },
      'POST /auth/export': refusal(403, 'The password is wrong.', 'forbidden', 'password'),
    },
  });
  await press(page, 'Create a copy');
  const passwordField = async () =>
    within(await screen.findByRole('dialog')).getByLabelText('Password', { exact: true });
  await page.user.type(await passwordField(), 'wrong');
  await press(page, 'Create a copy');
  await screen.findByText('The password is wrong.', { selector: 'form *' });
  expect((await passwordField()).getAttribute('aria-invalid')).toBe('true');
  page.api.answer({ 'POST /auth/export': preparing, 'GET /auth/export': preparing });
  await press(page, 'Create a copy');
  await screen.findByText(/^Your copy is being created\./);
  expect(page.api.sentTo('POST /auth/export').map(({ body }) => body)).toEqual([
    { password: 'wrong' },
    { password: 'wrong' },
  ]);
  const ready: DataExport = { ...preparing, status: 'ready' };
  page.api.answer({
    'GET /auth/export': ready,
    'POST /auth/export/links': { ...ready, archives: [archive(1), archive(2)] },
  });
  await press(page, 'Show the download links');
  await page.user.type(await passwordField(), 'right');
  await press(page, 'Show the download links');
  await screen.findByRole('link', { name: 'Download part 2 (2 MB)' });
  expect(await screen.findByRole('button', { name: 'Create a new copy' })).toHaveProperty('disabled', false);
});
