/** The languages of the interface, in the order in which they are offered. A new one is a line here and a file beside. */
export const LANGUAGES = [{ tag: 'en', name: 'English', dir: 'ltr' }] as const;

/** With it a person who has chosen a language says so, in place of the browser's own list. */
export const LANGUAGE_COOKIE = 'language';

/** The application's document in a language. */
export const documentName = (language: string): string =>
  language === 'en' ? 'index.html' : `index.${language}.html`;

export type Language = (typeof LANGUAGES)[number]['tag'];
