import { describe, expect, it } from 'vitest';
import { CHAT_MESSAGE_MAX_LENGTH } from '#shared/limits.ts';
import { readDraft } from '#web/features/chat/writing/commands/read-draft.ts';
import {
  asTyped,
  charactersLeft,
  isSendable,
  textAfterFailure,
} from '#web/features/chat/writing/use-send.ts';

const draft = (text: string) => readDraft(text, 'viewer');
const isSent = (text: string): boolean => {
  const read = draft(text);
  return read.type === 'message' && isSendable(read);
};

describe('a draft (specification §5)', () => {
  // spec: 5.4
  it.each(['', '   ', '\n\t'])('is not sent when it is blank: %j', (text) => {
    expect(isSent(text)).toBe(false);
  });

  // What a command adds is not a part of the message.
  it.each(['', '/me ', '/'])('is sent up to 500 characters after %j', (command) => {
    const start = command === '/' ? '/' : 'x';
    const ofLength = (length: number): string => command + start + 'x'.repeat(length - 1);
    expect(isSent(ofLength(CHAT_MESSAGE_MAX_LENGTH))).toBe(true);
    expect(isSent(ofLength(CHAT_MESSAGE_MAX_LENGTH + 1))).toBe(false);
    expect(charactersLeft(draft(ofLength(503)))).toBe(-3);
  });

  it('shows the remaining characters when few are left', () => {
    expect(charactersLeft(draft('x'.repeat(300)))).toBeNull();
    expect(charactersLeft(draft('x'.repeat(450)))).toBe(50);
    expect(charactersLeft(draft(`/ban ${'x'.repeat(503)}`))).toBeNull();
  });
});

it.each(['hello', '/me waves', '//ban LoudFan', '/me /waves'])('%j can be typed again', (text) => {
  const read = draft(text);
  if (read.type !== 'message') throw new Error(read.type);
  expect(asTyped({ message: read.message, ...(read.isAction && { action: true }) })).toBe(text);
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
