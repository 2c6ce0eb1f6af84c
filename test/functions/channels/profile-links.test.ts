import { expect, it } from 'vitest';
import { visibleHost } from '#functions/channels/profile-links.ts';
import { linkProblem } from '#shared/base/profile-link.ts';

const hostOf = (address: string) => visibleHost(new URL(address));

it.each([
  ['https://fans.example/a?b=c#d', 'fans.example'],
  ['https://fans.example:8443/', 'fans.example:8443'],
  ['https://Müller-Lüfter.example', 'müller-lüfter.example'],
  ['https://ventilátor.example', 'ventilátor.example'],
  ['https://пример.рф', 'пример.рф'],
  ['https://扇風機.jp', '扇風機.jp'],
  ['https://ファン.example:8443', 'ファン.example:8443'],
  ['https://موقع.مصر', 'موقع.مصر'],
])('the host of %s is %s', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

it.each([
  ['a Cyrillic letter among Latin ones', 'https://gооgle.example'],
  ['a name in Cyrillic letters that all have Latin doubles, in a Latin zone', 'https://аррӏе.example'],
  ['a Greek letter among Latin ones', 'https://gοogle.example'],
  ['a dotless i', 'https://lınkedin.example'],
  ['a letter of phonetics', 'https://ɡoogle.example'],
  ['a point below a letter', 'https://ạpple.example'],
  ['Latin and Japanese letters in one label', 'https://paypal.comノlogin.example'],
  ['two directions', 'https://موقع.example'],
  ['a picture', 'https://i❤.example'],
])('a host with %s is in Punycode', (_what, address) => {
  expect(hostOf(address)).toMatch(/^(?:xn--|[a-z\d.]*\.xn--)/);
});

it.each([
  ['http://fans.example', 'link_not_https'],
  ['javascript:alert(1)', 'link_not_https'],
  ['data:text/html,hi', 'link_not_https'],
  ['//fans.example', 'link_malformed'],
  ['fans', 'link_malformed'],
  ['https://localhost/a', 'link_malformed'],
  ['https://fans.example./', 'link_malformed'],
  ['https://gale@fans.example', 'link_credentials'],
  ['https://:secret@fans.example', 'link_credentials'],
  ['https://127.0.0.1', 'link_to_ip'],
  ['https://2130706433', 'link_to_ip'],
  ['https://0x7f.1', 'link_to_ip'],
  ['https://[::1]/', 'link_to_ip'],
  ['https://fans.example/\u200bgale', 'invisible_characters'],
  ['https://fa\u00adns.example', 'invisible_characters'],
  ['https://fans.example/\u202egale', 'invisible_characters'],
  ['https://fans.example/\u200egale', 'invisible_characters'],
  ['https://fans\n.example', 'invisible_characters'],
])('%j is refused', (address, reason) => {
  expect(linkProblem(address)).toBe(reason);
});
