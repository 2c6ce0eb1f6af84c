import { expect, test } from 'vitest';
import { requestUrl } from '#web/lib/api/api-url.ts';
import { paths } from '#web/lib/paths.ts';

const HOSTILE = 'a/b?c#d&e=%f';
const ENCODED = 'a%2Fb%3Fc%23d%26e%3D%25f';

test.each([
  [paths.browse(HOSTILE), `/browse?tab=${ENCODED}`],
  [paths.fanModel(`maker/b?c`), '/fans/maker/b%3Fc'],
  [paths.channel(HOSTILE), `/channel/${ENCODED}`],
  [paths.chat(HOSTILE), `/channel/${ENCODED}/chat`],
  [paths.typeCaptions(HOSTILE), `/captions/${ENCODED}`],
  [paths.video(HOSTILE, HOSTILE), `/channel/${ENCODED}/video/${ENCODED}`],
  [paths.fanCollection(HOSTILE), `/channel/${ENCODED}/fans`],
  [paths.clip(HOSTILE), `/clip/${ENCODED}`],
  [paths.category(HOSTILE), `/category/${ENCODED}`],
  [paths.search(HOSTILE), `/search?q=${ENCODED}`],
  [requestUrl('GET /clips/{id}', { id: HOSTILE }).url, `/api/clips/${ENCODED}`],
  [requestUrl('GET /search', {}, { q: HOSTILE }).url, `/api/search?q=${ENCODED}`],
])('%s encodes what is in it', (address, expected) => {
  expect(address).toBe(expected);
});
