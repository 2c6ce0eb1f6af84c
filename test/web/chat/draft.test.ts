import { describe, expect, it } from 'vitest';
import { CHAT_MESSAGE_MAX_LENGTH } from '#shared/limits.ts';
import { charactersLeft, textAfterFailure, toSend } from '#web/features/chat/writing/use-send.ts';

describe('a draft (specification §5)', () => {
  // spec: 5.4
  it.each(['', '   ', '\n\t'])('is not sent when it is blank: %j', (text) => {
    expect(toSend(text)).toBeNull();
  });

  it('is sent trimmed and in one line', () => {
    expect(toSend('  hello\n\n fans ')).toBe('hello fans');
  });

  it('is sent up to 500 characters', () => {
    expect(toSend('x'.repeat(CHAT_MESSAGE_MAX_LENGTH))).toHaveLength(CHAT_MESSAGE_MAX_LENGTH);
    expect(toSend('x'.repeat(CHAT_MESSAGE_MAX_LENGTH + 1))).toBeNull();
  });

  it('shows the remaining characters when few are left', () => {
    expect(charactersLeft('x'.repeat(300))).toBeNull();
    expect(charactersLeft('x'.repeat(450))).toBe(50);
    expect(charactersLeft('x'.repeat(503))).toBe(-3);
  });
});

describe('an unsent message', () => {
  it('returns to an empty field', () => {
    expect(textAfterFailure('hello', '', '')).toBe('hello');
  });

  it('is put before text written since', () => {
    expect(textAfterFailure('hello', 'and', '')).toBe('hello and');
  });

  it('is put after earlier unsent messages', () => {
    expect(textAfterFailure('two', 'one', 'one')).toBe('one two');
    expect(textAfterFailure('two', 'one and', 'one')).toBe('one two and');
  });
});
