/** Completes the word at the cursor: a name after "@", an emote after ":". */

interface Completion {
  readonly from: number;
  readonly to: number;
  /** At least one. Each includes its sign. */
  readonly options: readonly Option[];
}

export interface Option {
  readonly text: string;
  readonly emote?: string;
}

interface Known {
  readonly names: readonly string[];
  readonly emotes: readonly string[];
}

const MAX_OPTIONS = 6;
/** A sign at the start of a word and the text up to the cursor. */
const BEGUN = /(?:^|\s)([@:])(\w*)$/;

/** Returns `null` without matches. */
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

/** Inserts an option with a space, and returns the new cursor position. */
export function complete(text: string, { from, to }: Omit<Completion, 'options'>, option: string) {
  const rest = text.slice(to);
  const before = `${text.slice(0, from)}${option}${rest.startsWith(' ') ? '' : ' '}`;
  return { text: before + rest, cursor: before.length + (rest.startsWith(' ') ? 1 : 0) };
}

/** Recent authors, latest first, unique and without the writer. Always includes the streamer. */
export function namesIn(
  messages: readonly { readonly username: string }[],
  { streamer, writer }: { readonly streamer: string; readonly writer: string | undefined },
): string[] {
  const names = new Set(messages.map(({ username }) => username).toReversed()).add(streamer);
  if (writer !== undefined) names.delete(writer);
  return [...names];
}
