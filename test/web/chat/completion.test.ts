import { describe, expect, it } from 'vitest';
import { complete, completionAt, namesIn } from '../../../web/src/features/chat/writing/completion.ts';

const known = { names: ['Gale', 'galena', 'Ada'], emotes: ['fan', 'fancy', 'cool'] };
const optionsAt = (text: string, cursor = text.length) =>
  completionAt(text, cursor, known)?.options.map((option) => option.text) ?? [];

describe('what is being written', () => {
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
  ])('%j may become %j', (text, options) => expect(optionsAt(text)).toEqual(options));

  it('is looked at where the cursor is', () => {
    expect(optionsAt('@ga is here', 3)).toEqual(['@Gale', '@galena']);
    expect(optionsAt('@ga is here', 2)).toEqual(['@Gale', '@galena']);
    expect(optionsAt('@ga is here', 7)).toEqual([]);
  });

  it('is replaced by what is chosen, and one goes on after a space', () => {
    const inPlace = (text: string, cursor: number) => {
      const found = completionAt(text, cursor, known);
      return found && complete(text, found, found.options[0]?.text ?? '');
    };
    expect(inPlace('hi @ga', 6)).toEqual({ text: 'hi @Gale ', cursor: 9 });
    expect(inPlace('@ga is here', 3)).toEqual({ text: '@Gale is here', cursor: 6 });
  });
});

it('those may be called who spoke, the latest first, and the streamer, not the writer', () => {
  const spoke = ['ada', 'bob', 'ada', 'cyd', 'me'].map((username) => ({ username }));
  expect(namesIn(spoke, { streamer: 'gale', writer: 'me' })).toEqual(['cyd', 'ada', 'bob', 'gale']);
});
