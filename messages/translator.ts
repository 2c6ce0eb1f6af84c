import { formatMessage, type Message, type Values } from './format.ts';
import type { TextMessages } from './keys.ts';

/** Parsed messages by language and key. English has all of them. */
export interface ServerTexts {
  readonly en: Readonly<Record<string, Message>>;
  readonly [language: string]: Readonly<Record<string, Message>>;
}

type Given<Values> = Values extends null ? [] : [values: Values];
type KeyOf<Texts extends ServerTexts> = keyof Texts['en'] & keyof TextMessages;

/**
 * The texts of a group in a language, `translator(mail, 'de')('mail.codeSubject')`; in English where the language or the
 * message is missing.
 */
export const translator =
  <Texts extends ServerTexts>(texts: Texts, language: string) =>
  <Key extends KeyOf<Texts>>(key: Key, ...values: Given<TextMessages[Key]>): string => {
    const name = String(key);
    const translated = texts[language]?.[name];
    return translated === undefined
      ? formatMessage(texts.en[name]!, values[0] as Values | undefined, 'en')
      : formatMessage(translated, values[0] as Values | undefined, language);
  };
