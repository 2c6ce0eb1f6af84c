import { afterEach, expect, it, vi } from 'vitest';
import { viewerOrigin } from '#web/lib/viewer-origin.ts';

afterEach(() => void vi.restoreAllMocks());

const landing = window.location.pathname;
const sourceFrom = (referrer: string, address = landing): string => {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  window.history.replaceState(null, '', address);
  return viewerOrigin().source;
};

it.each([
  ['', 'direct'],
  ['https://www.forum.example/secret/thread?user=ada', 'forum.example'],
  ['https://m.forum.example/', 'forum.example'],
  ['android-app://com.example.app/', 'com.example.app'],
  ['https://[::1]/', 'direct'],
  [window.location.href, 'site'],
])('a page opened from %j has the host alone', (referrer, source) => {
  expect(sourceFrom(referrer)).toBe(source);
});

it('a later page of the site, and one of a notification, are not from the other site', () => {
  expect(sourceFrom('https://forum.example/', '/channel/GaleForce')).toBe('site');
  expect(sourceFrom('https://forum.example/', '/channel/GaleForce?notified=')).toBe('notification');
});

it('has the language without its region', () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-CH');
  expect(viewerOrigin().language).toBe('de');
});
