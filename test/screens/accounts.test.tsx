/** Log in, sign up and the session, as a person sees them. */
import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { held, outage, refusal } from '../support/browser/fake-api.ts';
import { expectToast, FAN, fillIn, openScreen, path, press } from '../support/browser/screen.tsx';

const SESSION = { user: FAN, token: 'header.payload.signature' };
const WRONG = refusal(401, 'Invalid username or password', 'invalid_credentials');
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
  await expectToast('Error', 'Passwords do not match');
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
  expect(stored()).toEqual([JSON.stringify(FAN), SESSION.token]);
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
it('Log Out ends the session and leads to /login', async () => {
  const page = await openScreen('/', { as: FAN, answers: { 'POST /auth/logout': undefined } });
  await press(page, 'Log Out');
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

it('a form marks the field that the API refuses', async () => {
  const page = await openScreen('/signup', {
    answers: {
      'POST /auth/signup': refusal(400, 'Username must have at least 3 characters.', 'invalid_request'),
    },
  });
  await fillIn(page, SIGN_UP);
  await press(page, 'Sign Up');
  await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
});
