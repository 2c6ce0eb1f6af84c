import { formatMessage, type Message, type Values } from '../../../../messages/format.ts';
import type { Language } from '../../../../messages/languages.ts';
import type { TextMessages } from '../../../../messages/keys.ts';

type Given<Values> = Values extends null ? [] : [values: Values];

/** The language of the page, as the document says it. */
export const language = (globalThis.document?.documentElement.lang || 'en') as Language;

/**
 * The text of a message in the page's language. The key is always a literal: the build puts the message in its place
 * (web/messages.plugin.ts), so that a script holds the texts that it uses, in one language.
 */
export function t<Key extends keyof TextMessages>(key: Key, ...values: Given<TextMessages[Key]>): string {
  return formatMessage(key as Message, (values as [Values?])[0], language);
}
