import { expect, it } from 'vitest';
import { returnPath } from '#web/features/auth/log-in-reason.ts';

it('log-in returns to the screen that asked for it', () => {
  expect(returnPath({ from: '/go-live-advanced' }, {})).toBe('/go-live-advanced');
});

it.each([null, undefined, {}, { from: 7 }, 'text'])('log-in with the state %j leads home', (state) => {
  expect(returnPath(state, {})).toBe('/');
});

it('log-in of a suspended user leads to the appeal', () => {
  const suspension = { until: null, reason: 'spam', words: '' };
  expect(returnPath({ from: '/go-live-advanced' }, { suspension })).toBe('/settings');
});
