import { expect, test } from 'vitest';
import { embedCode, embedPath } from '#shared/plain/embed/embed-code.ts';

test('an embed code escapes what its attributes contain', () => {
  expect(embedCode({ url: 'https://fans.example/embed/Ada?start=5&mute=1', title: '"><b>' })).toMatch(
    /^<iframe src="https:\/\/fans\.example\/embed\/Ada\?start=5&amp;mute=1" title="&quot;&gt;&lt;b&gt;" /,
  );
});

test('the address of an embedded page has a name as one segment', () => {
  expect(embedPath.channel('a/b?c')).toBe('/embed/a%2Fb%3Fc');
  expect(embedPath.video('a/b?c')).toBe('/embed/video/a%2Fb%3Fc');
});
