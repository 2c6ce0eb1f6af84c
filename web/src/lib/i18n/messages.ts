import { formatMessage, type Message, type Values } from '#messages/format.ts';
import type { Language } from '#messages/languages.ts';
import type { TextMessages } from '#messages/keys.ts';

type Given<Values> = Values extends null ? [] : [values: Values];

/** The language of the page, as the document says it. */
export const language = (globalThis.document?.documentElement.lang || 'en') as Language;

type GroupName = keyof TextMessages extends infer Key
  ? Key extends `${infer Name}.${string}`
    ? Name
    : never
  : never;

/** All messages of a group by key, in the page's language, for keys that only running code knows. Its name is a literal. */
export const group = (name: GroupName): Readonly<Record<string, Message>> =>
  name as unknown as Readonly<Record<string, Message>>;

/**
 * The text of a message in the page's language. The key is always a literal: the build puts the message in its place
 * (web/messages.plugin.ts), so that a script holds the texts that it uses, in one language.
 */
export function t<Key extends keyof TextMessages>(key: Key, ...values: Given<TextMessages[Key]>): string {
  return formatMessage(key as Message, (values as [Values?])[0], language);
}
