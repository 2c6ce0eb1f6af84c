import { expect, it } from 'vitest';
import { foldLine } from '#shared/plain/captions/fold-line.ts';

it.each([
  ['Arabic', '٠١:٢٣٫٥', '01:23.5'],
  ['Devanagari', '०१:२३', '01:23'],
  ['mathematical', '𝟎𝟏:𝟐𝟗', '01:29'],
  ['wide', '０１：２３', '01:23'],
])('%s digits are those of ASCII', (_, line, plain) => {
  expect(foldLine(line)).toBe(plain);
});

it('another letter stays', () => {
  expect(foldLine('é 1')).toBe('é 1');
});
