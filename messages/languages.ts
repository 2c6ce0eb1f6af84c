/** The languages of the interface, in the order in which they are offered. A new one is a line here and a file beside. */
export const LANGUAGES = [
  { tag: 'en', name: 'English', dir: 'ltr' },
  { tag: 'de', name: 'Deutsch', dir: 'ltr' },
  { tag: 'es', name: 'Español', dir: 'ltr' },
  { tag: 'fr', name: 'Français', dir: 'ltr' },
  { tag: 'ja', name: '日本語', dir: 'ltr' },
  { tag: 'ar', name: 'العربية', dir: 'rtl' },
] as const;

/** With it a person who has chosen a language says so, in place of the browser's own list. */
export const LANGUAGE_COOKIE = 'language';

/** The application's document in a language. */
export const documentName = (language: string): string =>
  language === 'en' ? 'index.html' : `index.${language}.html`;

/** The language of a document; English for an unknown name. */
export const languageOfDocument = (name: string): Language =>
  LANGUAGES.find(({ tag }) => documentName(tag) === name)?.tag ?? 'en';

export type Language = (typeof LANGUAGES)[number]['tag'];

/** The language with this tag, or else English. */
export const languageWith = (tag: string | undefined): (typeof LANGUAGES)[number] =>
  LANGUAGES.find((language) => language.tag === tag) ?? LANGUAGES[0];
