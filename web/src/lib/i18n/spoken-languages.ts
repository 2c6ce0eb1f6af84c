import { languageName } from '#shared/plain/captions/live-captions.ts';
import { language as page } from './messages.ts';
import { compareNames } from './numbers.ts';

/** The languages that lists offer. The API takes any other, too. */
const TAGS =
  // oxlint-disable-next-line messages/no-text -- tags
  'ar bg bn ca cs da de el en es et eu fa fi fil fr gl he hi hr hu id is it ja ko lt lv ms nb nl pl pt pt-BR ro ru sk sl sr sv sw ta te th tr uk ur vi zh-Hans zh-Hant'.split(
    ' ',
  );

/** By their names in the language of the page. */
export function spokenLanguages(): { readonly value: string; readonly text: string }[] {
  const options = TAGS.map((value) => ({ value, text: languageName(value, page) }));
  return options.toSorted((a, b) => compareNames(a.text, b.text));
}

/** "Deutsch", with a capital where the script has one. */
export function nativeName(tag: string): string {
  const name = languageName(tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
