import { compareNames } from '../../../lib/i18n/numbers.ts';
import { language as page } from '../../../lib/i18n/messages.ts';

/** The languages that a list offers. The API takes any other, too. */
const TAGS = [
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'en',
  'es',
  'et',
  'eu',
  'fa',
  'fi',
  'fil',
  'fr',
  'gl',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'sw',
  'ta',
  'te',
  'th',
  'tr',
  'uk',
  'ur',
  'vi',
  'zh-Hans',
  'zh-Hant',
];

/** By their names in the language of the page. */
export function captionLanguages(): { readonly value: string; readonly text: string }[] {
  const names = new Intl.DisplayNames([page], { type: 'language' });
  const options = TAGS.map((value) => ({ value, text: names.of(value) ?? value }));
  return options.toSorted((a, b) => compareNames(a.text, b.text));
}

/** "Deutsch", with a capital where the script has one. */
export function nativeName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
