import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catchUp, merge, missingIn, newest } from '#web/features/chat/feed/chat-list.ts';
import { aMessage, messages } from '../support/chat.ts';

describe('the message list', () => {
  it('has each message once, in any order of arrival', () => {
    const parts = fc.array(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 20 }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (parts) => {
        const list = parts.reduce<ReturnType<typeof messages>>(
          (list, part) => [
            ...merge(
              list,
              part.map((at) => aMessage(at)),
            ),
          ],
          [],
        );
        const expected = [...new Set(parts.flat())].toSorted((a, b) => a - b).map((at) => aMessage(at));
        expect(list).toEqual(expected);
      }),
    );
  });

  it('stays the same array without changes', () => {
    const list = messages(0, 5);
    expect(merge(list, messages(2, 4))).toBe(list);
    expect(catchUp(list, messages(0, 5), 5)).toBe(list);
  });

  it('joins the newest page to the messages that it overlaps', () => {
    expect(catchUp(messages(0, 10), messages(8, 13), 5)).toEqual(messages(0, 13));
  });

  it('takes a short page as complete', () => {
    expect(catchUp(messages(0, 3), messages(7, 9), 5)).toEqual([...messages(0, 3), ...messages(7, 9)]);
  });

  it('starts again from a full page without overlap', () => {
    expect(catchUp(messages(0, 10), messages(20, 25), 5)).toEqual(messages(20, 25));
  });

  it('misses messages that a page should contain', () => {
    const ids = (...at: number[]) => at.map((n) => aMessage(n).id);
    const page = [...messages(5, 7), ...messages(8, 10)];
    // A full page; the last one here came after the mark.
    expect(missingIn(page, messages(0, 12), 4, aMessage(10).id)).toEqual(ids(7, 10));
    expect(missingIn(page, messages(3, 12), 9, aMessage(9).id)).toEqual(ids(3, 4, 7));
    expect(missingIn([], messages(0, 2), 9, aMessage(1).id)).toEqual(ids(0, 1));
    expect(missingIn([], messages(0, 2), 9, '')).toEqual([]);
  });

  it('drops the oldest', () => {
    expect(newest(messages(0, 9), 3)).toEqual(messages(6, 9));
  });
});
