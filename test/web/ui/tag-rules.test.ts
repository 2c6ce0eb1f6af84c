import { describe, expect, it } from 'vitest';
import { addTag, removeTag, tagsAreFull } from '#web/ui/forms/tag-input.tsx';

const five = ['a', 'b', 'c', 'd', 'e'];

describe('tags (specification §5)', () => {
  it('are trimmed when added', () => {
    expect(addTag(['a'], '  white noise ')).toEqual(['a', 'white noise']);
  });

  it.each(['', '   ', '\t'])('ignore %j as blank', (blank) => {
    expect(addTag(['a'], blank)).toEqual(['a']);
  });

  it.each([' asmr ', 'ASMR'])('ignore %j as repeated', (repeated) => {
    expect(addTag(['asmr'], repeated)).toEqual(['asmr']);
  });

  it.each(['CAFÉ', 'café'.normalize('NFD'), 'ｃａｆé'])('ignore %j as another form of café', (repeated) => {
    expect(addTag(['café'], repeated)).toEqual(['café']);
  });

  // spec: 5.9
  it('accept five, and no sixth', () => {
    expect(tagsAreFull(five.slice(1))).toBe(false);
    expect(tagsAreFull(five)).toBe(true);
    expect(addTag(five, 'f')).toEqual(five);
  });

  it('keep their order when one is removed', () => {
    expect(removeTag(five, 'c')).toEqual(['a', 'b', 'd', 'e']);
  });
});
