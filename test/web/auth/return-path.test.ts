import { expect, it } from 'vitest';
import { returnPath } from '../../../web/src/features/auth/return-path.ts';

it('a login leads back to the screen that asked for it', () => {
  expect(returnPath({ from: '/go-live-advanced' }, {})).toBe('/go-live-advanced');
});

it.each([null, undefined, {}, { from: 7 }, 'text'])('a login with the state %j leads home', (state) => {
  expect(returnPath(state, {})).toBe('/');
});

it('a login of whoever is suspended leads to where they can answer, whatever asked for it', () => {
  const suspension = { until: null, reason: 'spam', words: '' };
  expect(returnPath({ from: '/go-live-advanced' }, { suspension })).toBe('/settings');
});
