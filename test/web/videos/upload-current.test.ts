import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploadSessionOf } from '#web/features/videos/upload/upload-current.ts';
import { signIn, signOut } from '#web/lib/api/session/session.ts';
import { stubBrowser } from '../support/browser.ts';

const signInAs = (id: string, token = 'token') =>
  signIn({
    token,
    user: {
      id,
      username: id,
      display_name: id,
      email: `${id}@example.com`,
      created_at: '2026-01-01T00:00:00Z',
    },
  });

beforeEach(() => void stubBrowser('/upload'));
afterEach(() => vi.unstubAllGlobals());

describe('a user’s upload session', () => {
  it('stays the same while logged in', () => {
    signInAs('otto');
    const session = uploadSessionOf('otto');
    signInAs('otto', 'a newer token');
    expect(uploadSessionOf('otto')).toBe(session);
  });

  it('ends once with the log-out and ignores later events', () => {
    signInAs('otto');
    const session = uploadSessionOf('otto');
    const pause = vi.spyOn(session, 'pause');
    signOut();
    expect(pause).toHaveBeenCalledTimes(1);
    signInAs('ada');
    signOut();
    expect(pause).toHaveBeenCalledTimes(1);
  });

  it('is new after a log-out', () => {
    signInAs('otto');
    const session = uploadSessionOf('otto');
    signOut();
    signInAs('otto');
    expect(uploadSessionOf('otto')).not.toBe(session);
  });
});
