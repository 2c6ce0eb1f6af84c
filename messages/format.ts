/** A message that `compile.ts` has parsed: text, or a list of texts and what is filled in between them. */
export type Message = string | readonly Part[];

type Part =
  | string
  /** A value as it is. */
  | readonly [name: string]
  /** A number, in the language's digits and separators. */
  | readonly [name: string, 'number']
  /** One of several messages: by the plural of a number, or by a word. */
  | readonly [name: string, 'plural' | 'select', Readonly<Record<string, Message>>]
  /** A message within a tag, `<name>…</name>`. */
  | readonly [name: string, 'tag', Message];

/** What is filled in, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** The text of a message in a language. The message has no tags. */
export const formatMessage = (message: Message, values: Values | undefined, language: string): string =>
  formatParts(message, values, language).join('');

/** A language that is written from right to left, or letters of such scripts. */
const RIGHT_TO_LEFT = /^ar|[\u0590-\u08ff]/;

/** Isolates a text where it or the message is written from right to left, so that neither reorders the other (UAX #9). */
const isolated = (value: unknown, language: string): unknown =>
  typeof value === 'string' && RIGHT_TO_LEFT.test(language + value) ? `\u2068${value}\u2069` : value;

/** The parts of a message, one after the other; `tag` makes one of what stands within a tag. */
export function formatParts<T>(
  message: Message,
  values: Values | undefined,
  language: string,
  tag?: (name: string, children: readonly T[]) => T,
): T[] {
  if (typeof message === 'string') return [message as T];
  return message.flatMap((part) => {
    if (typeof part === 'string') return part as T;
    const value = values?.[part[0]] as number;
    if (part.length === 1) return isolated(value, language) as T;
    if (part[1] === 'number') return new Intl.NumberFormat(language).format(value) as T;
    if (part[1] === 'tag') return tag!(part[0], formatParts(part[2], values, language, tag));
    const [, kind, cases] = part;
    const rule = kind === 'plural' ? new Intl.PluralRules(language).select(value) : value;
    const chosen = cases[`=${value}`] ?? cases[rule] ?? cases['other'];
    return formatParts(chosen!, values, language, tag);
  });
}
