/** What the word at the cursor may become: a name after "@", an emote after ":". Pure. */

export interface Completion {
  /** Where the word begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  /** At least one; each with its sign. */
  readonly options: readonly Option[];
}

export interface Option {
  readonly text: string;
  /** The name of the emote. */
  readonly emote?: string;
}

interface Known {
  /** Who has spoken, the latest first. */
  readonly names: readonly string[];
  readonly emotes: readonly string[];
}

const MAX_OPTIONS = 6;
/** A sign at the beginning of a word, and what is written of it up to the cursor. */
const BEGUN = /(?:^|\s)([@:])(\w*)$/;

/** `null` where nothing known begins so. */
export function completionAt(text: string, cursor: number, { names, emotes }: Known): Completion | null {
  const [, sign, begun = ''] = BEGUN.exec(text.slice(0, cursor)) ?? [];
  if (sign === undefined || (sign === ':' && begun === '')) return null;
  const wanted = begun.toLowerCase();
  const fits = (name: string): boolean => name.toLowerCase().startsWith(wanted);
  const options: Option[] =
    sign === '@'
      ? names.filter(fits).map((name) => ({ text: `@${name}` }))
      : emotes.filter(fits).map((name) => ({ text: `:${name}:`, emote: name }));
  if (options.length === 0) return null;
  return { from: cursor - begun.length - 1, to: cursor, options: options.slice(0, MAX_OPTIONS) };
}

/** The text with an option in its place, a space after it, and where the cursor then is. */
export function complete(text: string, { from, to }: Omit<Completion, 'options'>, option: string) {
  const rest = text.slice(to);
  const before = `${text.slice(0, from)}${option}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: before + rest, cursor: before.length + (rest.startsWith(' ') ? 1 : 0) };
}

/** Who has spoken, the latest first, each once and without the writer; the streamer is always among them. */
export function namesIn(
  messages: readonly { readonly username: string }[],
  { streamer, writer }: { readonly streamer: string; readonly writer: string | undefined },
): string[] {
  const names = new Set(messages.map(({ username }) => username).toReversed()).add(streamer);
  if (writer !== undefined) names.delete(writer);
  return [...names];
}
