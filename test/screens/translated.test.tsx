/** Pages whose texts the browser's translation has wrapped in `<font>`. */
import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import '#web/lib/translated-text.ts';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { EverythingInSight, siteOf } from './every-screen.ts';
import { held, refusal } from '#test/support/browser/fake-api.ts';
import { FAN, FAN_CHANNEL, fillIn, main, openScreen, press } from '#test/support/browser/screen.tsx';

const { answers, withName, others } = siteOf('GaleForce');

beforeEach(() => vi.stubGlobal('IntersectionObserver', EverythingInSight));

const expectNoFailure = () => expect(screen.queryByText('Something went wrong')).toBeNull();

describe('a translated page', () => {
  it.each([...withName, ...others])('loads, and is left, without a failure: %s', async (address) => {
    const page = await openScreen(address, { as: FAN, answers });
    translate(document.body);
    await new Promise((resolve) => setTimeout(resolve, 100));
    translate(document.body);
    expectNoFailure();
    appHistory.push('/elsewhere');
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(page.logged()).not.toMatch(/NotFoundError|not a child/);
  });

  it('logs in', async () => {
    const login = held(refusal(401, 'Wrong name or password.', 'invalid_credentials'));
    const page = await openScreen('/login', { answers: { 'POST /auth/login': login.answer } });
    await screen.findByLabelText('Username');
    translate(document.body);
    await fillIn(page, { Username: 'ada', Password: 'wrong' });
    await press(page, 'Log In');
    const button = await screen.findByRole('button', { name: 'Logging in...' });
    translate(document.body);
    login.release();
    await waitFor(() => expect(button.textContent).toBe('Log In'));
    expectNoFailure();
  });

  it('signs up', async () => {
    const session = { token: 'header.payload.signature', user: FAN };
    const page = await openScreen('/signup', { answers: { ...answers, 'POST /auth/signup': session } });
    await screen.findByLabelText('Username');
    translate(document.body);
    const fields = { Username: 'FannyFan', Email: 'fanny@example.com' };
    await fillIn(page, { ...fields, Password: 'eight888', 'Confirm Password': 'eight88' });
    await press(page, 'Sign Up');
    translate(document.body);
    await fillIn(page, { 'Confirm Password': 'eight888' });
    await press(page, 'Sign Up');
    await waitFor(() => expect(page.api.sentTo('POST /auth/signup')).toHaveLength(1));
    await waitFor(() => expect(appHistory.location.pathname).toBe('/'));
    expectNoFailure();
  });

  it('changes the word of Follow', async () => {
    const followed = { ...answers, 'POST /follows/{id}': { isFollowing: true } };
    const page = await openScreen('/channel/GaleForce', { as: FAN, answers: followed });
    const follow = await main().findByRole('button', { name: 'Follow' });
    translate(document.body);
    await page.user.click(follow);
    await waitFor(() => expect(follow.textContent).toBe('Following'));
  });

  it('saves a profile', async () => {
    const saved = { ...FAN_CHANNEL, display_name: 'Gale' };
    const page = await openScreen(`/channel/${FAN.username}`, {
      as: FAN,
      answers: { 'PUT /streamers/profile': saved },
    });
    await main().findByRole('button', { name: 'Edit profile' });
    translate(document.body);
    await press(page, 'Edit profile');
    await screen.findByRole('dialog');
    translate(document.body);
    await fillIn(page, { 'Display name': 'Gale' });
    await press(page, 'Save changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.api.sentTo('PUT /streamers/profile')).toMatchObject([{ body: { display_name: 'Gale' } }]);
    expectNoFailure();
    expect(page.logged()).not.toMatch(/NotFoundError|not a child/);
  });
});

/** Wraps each text in two `<font>` elements, as Chromium's translation does. */
function translate(root: Element): void {
  const nodes = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest('font, svg, textarea, script, style, select'))
      continue;
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).textContent = text.data;
    parent.replaceChild(font, text);
  }
}
