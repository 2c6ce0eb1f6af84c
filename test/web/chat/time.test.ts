import { describe, expect, it } from 'vitest';
import { formatChatTime } from '#web/features/chat/appearance/chat-appearance.ts';

const WRITTEN = '2026-05-01T12:00:00.000Z';
const S = 1000;
const M = 60 * S;
const H = 60 * M;

describe('a message’s time (specification §9)', () => {
  it.each([
    [0, 'just now'],
    [59 * S, 'just now'],
    [M, '1m ago'],
    [M + 59 * S, '1m ago'],
    [59 * M + 59 * S, '59m ago'],
    [H, '1h ago'],
    [2 * H - 1, '1h ago'],
    [50 * H, '50h ago'],
  ])('after %i ms says "%s"', (afterMs, words) => {
    expect(formatChatTime(WRITTEN, Date.parse(WRITTEN) + afterMs, 'ago')).toBe(words);
  });

  // spec: 9.8
  it('is "just now" when a clock is behind', () => {
    expect(formatChatTime(WRITTEN, Date.parse(WRITTEN) - 5 * M, 'ago')).toBe('just now');
  });
});
