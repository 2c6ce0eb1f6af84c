import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  readSession,
  readToken,
  rename,
  signIn,
  signOut,
  subscribeToSession,
} from '#web/lib/api/session/session.ts';
import { stubBrowser } from '../../../support/browser.ts';

const user = {
  id: '01J00000000000000000000000',
  username: 'BreezeQueen',
  display_name: 'BreezeQueen',
  email: 'queen@example.com',
  created_at: '2026-01-01T00:00:00Z',
};
const session = { token: 'token-1', user };
let browser: ReturnType<typeof stubBrowser>;

beforeEach(() => {
  browser = stubBrowser();
});
afterEach(() => vi.unstubAllGlobals());

describe('the stored session', () => {
  // spec: 3.1
  it('uses the keys of the specification', () => {
    signIn(session);
    const { email: _, ...stored } = user;
    expect(JSON.parse(browser.storage.getItem('currentUser') ?? '')).toEqual(stored);
    expect(browser.storage.getItem('token')).toBe('token-1');
    expect(readSession()).toEqual({ ...session, user: stored });
  });

  it('leaves no e-mail address in the browser, also after a change of the name', () => {
    signIn(session);
    rename('Another name');
    expect(readSession()?.user.display_name).toBe('Another name');
    expect(browser.storage.getItem('currentUser')).not.toContain('@');
  });

  it('is the same object until it changes', () => {
    signIn(session);
    const first = readSession();
    expect(readSession()).toBe(first);
    signIn({ ...session, token: 'token-2' });
    expect(readSession()?.token).toBe('token-2');
  });

  // spec: 4.1
  it.each(['currentUser', 'token'])('is over when %s is missing', (key) => {
    signIn(session);
    browser.storage.removeItem(key);
    expect(readSession()).toBeNull();
  });

  it.each(['not json', 'null', '{}', '"name"'])('is invalid when the stored user is %j', (stored) => {
    signIn(session);
    browser.storage.setItem('currentUser', stored);
    expect(readSession()).toBeNull();
  });

  // spec: 6.4
  it('keeps its token readable without a user', () => {
    signIn(session);
    browser.storage.removeItem('currentUser');
    expect(readToken()).toBe('token-1');
  });

  it('is removed completely at the end', () => {
    signIn(session);
    signOut();
    expect(browser.storage.length).toBe(0);
    expect(readSession()).toBeNull();
  });
});

const fromAnotherTab = (key: string | null) =>
  browser.window.dispatchEvent(Object.assign(new Event('storage'), { key }));

describe('a session listener', () => {
  it('is called for log-in, log-out and other tabs’ changes', () => {
    const listener = vi.fn<() => void>();
    const stop = subscribeToSession(listener);
    signIn(session);
    signOut();
    fromAnotherTab('token');
    fromAnotherTab(null);
    expect(listener).toHaveBeenCalledTimes(4);
    stop();
  });

  it('is not called for other keys or after unsubscribing', () => {
    const listener = vi.fn<() => void>();
    const stop = subscribeToSession(listener);
    fromAnotherTab('theme');
    stop();
    signIn(session);
    fromAnotherTab('token');
    expect(listener).not.toHaveBeenCalled();
  });
});
