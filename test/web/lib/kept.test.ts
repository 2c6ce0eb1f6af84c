import { afterEach, expect, it, vi } from 'vitest';
import { readSession, signIn, signOut } from '#web/lib/api/session/session.ts';
import { forgetTyped } from '#web/lib/hooks/use-kept.ts';
import { forgetAll, keepText, readText } from '#web/lib/kept.ts';

afterEach(() => {
  forgetAll('localStorage', '');
  forgetAll('sessionStorage', '');
  vi.unstubAllGlobals();
});

const fail = (): never => {
  throw new DOMException('Denied', 'SecurityError');
};
/** Full: it can be read, and takes nothing. */
const full = () => ({ getItem: () => null, setItem: fail, removeItem: () => {} });

/** Every access fails. */
function forbid(name: 'localStorage' | 'sessionStorage'): void {
  vi.stubGlobal(name, new Proxy({}, { get: fail, ownKeys: fail }));
}

it('keeps what a full storage refuses as long as the page', () => {
  vi.stubGlobal('localStorage', full());
  keepText('localStorage', 'theme', 'dark');
  expect(readText('localStorage', 'theme')).toBe('dark');
  expect(readText('sessionStorage', 'theme')).toBeNull();
  keepText('localStorage', 'theme', null);
  expect(readText('localStorage', 'theme')).toBeNull();
});

it.each(['full', 'forbidden'])('a log-in lasts until the page closes where the storage is %s', (how) => {
  if (how === 'full') vi.stubGlobal('localStorage', full());
  else forbid('localStorage');
  vi.stubGlobal('window', new EventTarget());
  const user = { id: '1', username: 'Ada', display_name: 'Ada', email: 'a@b.c', created_at: '' };
  signIn({ user, token: 'token' });
  expect(readSession()).toMatchObject({ user: { username: 'Ada' }, token: 'token' });
  signOut();
  expect(readSession()).toBeNull();
});

it('a log-out forgets typed texts also where the storage is forbidden', () => {
  forbid('sessionStorage');
  keepText('sessionStorage', 'typed.1.stream', 'text');
  forgetTyped();
  expect(readText('sessionStorage', 'typed.1.stream')).toBeNull();
});
