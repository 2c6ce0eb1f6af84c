import { describe, expect, it } from 'vitest';
import { hasLink } from '#functions/chat/rooms/words/links.ts';

describe('a link', () => {
  it.each([
    'https://fans.example/a',
    'HTTP://FANS.EXAMPLE',
    'see www.fans.example',
    'fans.com',
    'try fans.com.',
    'fans.example/sale',
    'fans . com',
    'fans dot com',
    'fans(dot)com',
    'ｆａｎｓ．ｃｏｍ',
    'fa\u200bns.com',
    'discord.gg/abc',
  ])('is found in %j', (text) => expect(hasLink(text)).toBe(true));

  it.each(['a quiet fan', 'Quiet.Then loud', '3.5 m/s', 'either/or', 'wait...what', 'e.g. this', '20.000'])(
    'is not found in %j',
    (text) => expect(hasLink(text)).toBe(false),
  );
});
