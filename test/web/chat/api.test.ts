import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadMessages } from '#web/features/chat/feed/use-chat.ts';
import { writeMessage } from '#web/features/chat/writing/use-send.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';
import { stubBrowser } from '../support/browser.ts';

const fetched = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(Response.json([])));

beforeEach(() => {
  fetched.mockClear();
  stubBrowser('/channel/ada');
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe('a chat request', () => {
  it('carries an idempotency key', async () => {
    await writeMessage('ID', { username: 'ada', message: 'hello', timestamp: '', key: 'a-key' });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/chat/ID');
    expect(new Headers(init?.headers).get('Idempotency-Key')).toBe('a-key');
    expect(init?.body).toBe('{"message":"hello"}');
  });

  it('carries the answered message and the author’s position', async () => {
    const reply_to = { id: 'FIRST', username: 'bob', message: 'How loud?' };
    const shown_at = '2026-05-01T12:00:00.000Z';
    const pending = { username: 'ada', message: '24 dB', timestamp: '', key: 'a-key', reply_to, shown_at };
    await writeMessage('ID', pending);
    const [, init] = fetched.mock.calls[0] ?? [];
    expect(JSON.parse(String(init?.body))).toEqual({ message: '24 dB', reply_to: 'FIRST', shown_at });
  });

  // spec: 9.1
  it('asks for 50 messages (specification §9), or those before another', async () => {
    await loadMessages('ID');
    await loadMessages('ID', { before: 'OLD' });
    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/api/chat/ID?limit=50',
      '/api/chat/ID?limit=50&before=OLD',
    ]);
  });

  it('has a new key for every message', () => {
    const keys = Array.from({ length: 50 }, uniqueKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  });
});
