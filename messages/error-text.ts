import { formatMessage, type Message } from './format.ts';

interface Fault {
  readonly reason: string;
  readonly field?: string | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

/** The messages of the groups `errors` and `fields`, by key, in a language. */
export interface ErrorTexts {
  readonly errors: Readonly<Record<string, Message>>;
  readonly fields: Readonly<Record<string, Message>>;
  readonly language: string;
  /** @default that of the machine */
  readonly timeZone?: string;
}

/** What an error says about a broken rule; undefined where the rule is unknown. A field without a label keeps its name. */
export function errorText(texts: ErrorTexts, { reason, field, params }: Fault): string | undefined {
  const message = texts.errors[`errors.${reason}`];
  if (message === undefined) return undefined;
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, valueText(texts, name, value)]);
  const label = field === undefined ? {} : { field: texts.fields[`fields.${field}`] ?? field };
  return formatMessage(message, { ...Object.fromEntries(values), ...label }, texts.language);
}

function valueText(
  { language, timeZone }: ErrorTexts,
  name: string,
  value: string | number,
): string | number {
  if (name === 'wait_s') return waitText(Number(value), language);
  if (name === 'until')
    return new Intl.DateTimeFormat(language, { ...DATE_AND_TIME, timeZone }).format(new Date(value));
  if (name === 'day') return new Intl.DateTimeFormat(language, DATE).format(new Date(value));
  return value;
}

const DATE = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const DATE_AND_TIME = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const;

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "in 5 minutes": rounded up, so that a wait of this time suffices, in a unit of which there are at least two. */
function waitText(waitS: number, language: string): string {
  const [unit, lengthS] = UNITS.find(([, s]) => waitS >= 2 * s) ?? UNITS[2];
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(waitS / lengthS), unit);
}
