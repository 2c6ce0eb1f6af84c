import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '#shared/community/chat.ts';
import { chatReducer, INITIAL_CHAT } from '#web/features/chat/feed/chat-state.ts';
import { settingsIn } from '#web/pages/obs-overlays/overlay-settings.ts';
import { sampleMessages } from '#web/pages/obs-overlays/sample-messages.ts';
import { visibleMessages } from '#web/pages/obs-overlays/visible-messages.ts';
import { aMessage } from '../support/chat.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 10);
const aged = (n: number, seconds: number, fields: Partial<ChatMessage> = {}) =>
  aMessage(n, { timestamp: new Date(NOW_MS - seconds * 1000).toISOString(), ...fields });
const visible = (messages: readonly ChatMessage[], query = '') =>
  visibleMessages(messages, settingsIn('chat', query), NOW_MS);
const texts = (...args: Parameters<typeof visible>) => visible(...args).map(({ message }) => message.message);

describe('the messages of an overlay', () => {
  it('are the latest ones', () => {
    const all = Array.from({ length: 9 }, (_, index) => aged(index, 9 - index, { message: `${index}` }));
    expect(texts(all, '?lines=3')).toEqual(['6', '7', '8']);
    expect(texts(all)).toHaveLength(9);
  });

  it('fade out at the chosen age, are removed a second later, and stay without one', () => {
    const all = [31, 30.5, 30, 29].map((seconds, n) => aged(n, seconds));
    expect(visible(all, '?fade=30').map(({ isFading }) => isFading)).toEqual([true, true, false]);
    expect(visible(all).map(({ isFading }) => isFading)).toEqual([false, false, false, false]);
  });

  it('are without those of bots and commands where these are hidden', () => {
    const all = [
      aged(1, 4, { message: '!fan' }),
      aged(2, 3, { message: 'A brass fan', badges: ['bot'] }),
      aged(3, 2, { message: 'Nice!' }),
      aged(4, 1, { message: '! that is loud' }),
    ];
    expect(texts(all, '?bots=0')).toEqual(['!fan', 'Nice!', '! that is loud']);
    expect(texts(all, '?commands=0')).toEqual(['A brass fan', 'Nice!', '! that is loud']);
    expect(texts(all, '?bots=0&commands=0&lines=1')).toEqual(['! that is loud']);
  });

  it('are never more than 200, whatever the chat has', () => {
    const news = Array.from({ length: 1000 }, (_, n) => ({ type: 'message', message: aged(n, 1) }) as const);
    const { messages } = chatReducer(INITIAL_CHAT, { type: 'news', news });
    expect(messages.length).toBeLessThanOrEqual(200);
    expect(visible(messages, '?lines=150')).toHaveLength(150);
    expect(visible(messages, '?lines=150').at(-1)?.message.id).toBe(news.at(-1)?.message.id);
  });

  it('of the preview have ids of their own, in the order of their times', () => {
    const sample = sampleMessages(NOW_MS);
    expect(new Set(sample.map(({ id }) => id)).size).toBe(sample.length);
    expect(sample.map(({ timestamp }) => timestamp)).toEqual(
      sample.map(({ timestamp }) => timestamp).toSorted(),
    );
    expect(visible(sample, '?fade=10').length).toBeLessThan(8);
  });
});
