import { describe, expect, it } from 'vitest';
import { complete, completionAt, namesIn } from '#web/features/chat/writing/completion.ts';

const known = {
  names: ['Gale', 'galena', 'Ada'],
  emotes: ['fan', 'fancy', 'cool'],
  commands: ['me', 'timeout', 'title'],
  streamersCommands: ['fan', 'fan_size', 'discord'],
} as const;
const optionsAt = (text: string, cursor = text.length) =>
  completionAt(text, cursor, known)?.options.map((option) => option.text) ?? [];

describe('the completion', () => {
  it.each([
    ['@', ['@Gale', '@galena', '@Ada']],
    ['hi @ga', ['@Gale', '@galena']],
    ['hi @GALE', ['@Gale', '@galena']],
    [':f', [':fan:', ':fancy:']],
    [':', []],
    ['me@ga', []],
    ['12:fa', []],
    ['@nobody', []],
    ['@Ada ', []],
    ['/', ['/me', '/timeout', '/title']],
    ['/T', ['/timeout', '/title']],
    [' /ti', ['/timeout', '/title']],
    ['//t', []],
    ['and /t', []],
    ['/timeout ', []],
    ['!', ['!fan', '!fan_size', '!discord']],
    ['!fan_', ['!fan_size']],
    ['!DI', ['!discord']],
    ['well !fan', []],
    ['!fan ', []],
    ['/timeout @ga', ['@Gale', '@galena']],
  ])('of %j is %j', (text, options) => expect(optionsAt(text)).toEqual(options));

  it('depends on the cursor', () => {
    expect(optionsAt('@ga is here', 3)).toEqual(['@Gale', '@galena']);
    expect(optionsAt('@ga is here', 2)).toEqual(['@Gale', '@galena']);
    expect(optionsAt('@ga is here', 7)).toEqual([]);
  });

  it('replaces the text and continues after a space', () => {
    const inPlace = (text: string, cursor: number) => {
      const found = completionAt(text, cursor, known);
      return found && complete(text, found, found.options[0]?.text ?? '');
    };
    expect(inPlace('hi @ga', 6)).toEqual({ text: 'hi @Gale ', inserted: '@Gale ', cursor: 9 });
    expect(inPlace('@ga is here', 3)).toEqual({ text: '@Gale is here', inserted: '@Gale', cursor: 6 });
  });
});

it('completion offers recent authors and the streamer, but not the writer', () => {
  const spoke = ['ada', 'bob', 'ada', 'cyd', 'me'].map((username) => ({ username }));
  const context = { streamer: 'gale', writer: 'me', hidden: [] };
  expect(namesIn(spoke, context)).toEqual(['cyd', 'ada', 'bob', 'gale']);
  expect(namesIn(spoke, { ...context, hidden: ['ada', 'gale'] })).toEqual(['cyd', 'bob']);
});
