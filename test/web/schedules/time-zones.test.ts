import { expect, it } from 'vitest';
import { zoneNames, zoneOf, zoneText } from '#web/features/schedules/editor/plan-form.ts';

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [' america/new york ', 'America/New_York'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['utc', 'UTC'],
  ['Berlin', null],
  ['Europe/Nowhere', null],
  ['', null],
])('%j is the time zone %s', (text, zone) => {
  expect(zoneOf(text)).toBe(zone);
});

it('lists current names, readable and once each', () => {
  const names = zoneNames();
  expect(names).toContain('Europe/Kyiv');
  expect(names).toContain('America/Argentina/Buenos Aires');
  expect(names).not.toContain('Asia/Calcutta');
  expect(new Set(names).size).toBe(names.length);
  expect(zoneText('Asia/Saigon')).toBe('Asia/Ho Chi Minh');
});
