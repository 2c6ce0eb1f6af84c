import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForReader, messageParts } from '#web/features/chat/messages/message-text.tsx';
import { aMessage } from '../support/chat.ts';

const EMOTES = new Set(['fan', 'cool']);
const partsOf = (text: string) => messageParts(text, (name) => EMOTES.has(name));

describe('a message’s parts', () => {
  it('joined are the message, for any text', () => {
    const piece = fc.constantFrom(
      ':',
      '@',
      'fan',
      'cool',
      'ada',
      ' ',
      '::',
      '@ada',
      ':fan:',
      '\u{1F300}',
      '_',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        expect(
          partsOf(text)
            .map((part) => part.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it.each([
    [':fan:', [{ text: ':fan:', emote: 'fan' }]],
    ['a :fan::cool:', [{ text: 'a ' }, { text: ':fan:', emote: 'fan' }, { text: ':cool:', emote: 'cool' }]],
    [':b:fan:', [{ text: ':b' }, { text: ':fan:', emote: 'fan' }]],
    [':fan:cool:', [{ text: ':fan:', emote: 'fan' }, { text: 'cool:' }]],
    [':constructor: :FAN: :fan', [{ text: ':constructor: :FAN: :fan' }]],
  ])('of %j are %j', (text, parts) => expect(partsOf(text)).toEqual(parts));
});

describe('a mention', () => {
  it('includes replies, but not own messages', () => {
    const reply_to = { id: aMessage(1).id, username: 'ada', message: 'How loud?' };
    expect(isForReader(aMessage(2, { username: 'bob', reply_to }), 'ada')).toBe(true);
    expect(isForReader(aMessage(2, { username: 'bob', message: '@ada' }), 'ada')).toBe(true);
    expect(isForReader(aMessage(2, { username: 'bob', message: 'a.example/@ada' }), 'ada')).toBe(false);
    expect(isForReader(aMessage(2, { username: 'ada', message: '@ada' }), 'ada')).toBe(false);
    expect(isForReader(aMessage(2, { username: 'bob', message: '@ada' }), undefined)).toBe(false);
  });
});
