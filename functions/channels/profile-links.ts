/** The links of a profile, which are stored as their addresses. */
import { domainToUnicode } from 'node:url';
import type { ProfileLink } from '#shared/channels/channels.ts';

export const profileLinks = (addresses: readonly string[] = []): ProfileLink[] | undefined =>
  addresses.length === 0 ? undefined : addresses.map((url) => ({ url, host: visibleHost(new URL(url)) }));

const PUNYCODE = 'xn--';

/** The host as people read it, or in Punycode where its letters could be taken for others. */
export function visibleHost({ hostname, host }: Pick<URL, 'hostname' | 'host'>): string {
  if (!hostname.includes(PUNYCODE)) return host;
  const name = domainToUnicode(hostname);
  return name && isUnmistakable(name) ? host.replace(hostname, name) : host;
}

/** Others than the English alphabet's, of languages that mark them: without the dotless i, the long s and the kra. */
const LATIN = /^[a-z\d\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e.-]+$/;
const PLAIN = /^[a-z\d-]+$/;

let made: ReturnType<typeof makePatterns> | undefined;

/** Latin alone, one other script alone, or East Asian labels beside plain ones such as `jp`. */
function isUnmistakable(name: string): boolean {
  if (LATIN.test(name)) return true;
  const { eastAsian, scripts } = (made ??= makePatterns());
  if (scripts.some((script) => script.test(name))) return true;
  return name.split('.').every((label) => PLAIN.test(label) || eastAsian.test(label));
}

/** Made when they are needed, since Unicode patterns cost time at a Lambda's start. */
function makePatterns() {
  const names =
    'Arabic Armenian Bengali Cyrillic Devanagari Georgian Greek Gujarati Hebrew Tamil Telugu Thai'.split(' ');
  const only = (scripts: readonly string[], others: string) =>
    new RegExp(`^[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}${others}]+$`, 'u');
  return {
    scripts: names.map((name) => only([name], String.raw`\d.\-`)),
    eastAsian: only(['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo'], String.raw`\d\-`),
  };
}
