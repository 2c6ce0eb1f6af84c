import { expect, it } from 'vitest';
import { group } from '#web/lib/i18n/messages.ts';

it('a group has all its messages by key, and no others', () => {
  const texts = group('fields');
  expect(texts['fields.display_name']).toBe('Display name');
  expect(Object.keys(texts).every((key) => key.startsWith('fields.'))).toBe(true);
});
