import type { Suggestions } from '../../../../shared/channels/search.ts';
import { paths } from '../../lib/paths.ts';
import { countOf } from '../../lib/words/format.ts';

/** One line of the list below the search box, and where it leads. */
export interface SuggestionOption {
  readonly to: string;
  readonly label: string;
  /** Of a channel: its picture, and whether it is live. */
  readonly channel?: Suggestions['channels'][number];
}

/** Channels, then categories. */
export const suggestionOptions = ({ channels, categories }: Suggestions): SuggestionOption[] => [
  ...channels.map((channel) => ({
    to: paths.channel(channel.username),
    label: channel.display_name,
    channel,
  })),
  ...categories.map(({ name }) => ({ to: paths.category(name), label: name })),
];

/** What a screen reader says about the list. */
export const suggestionsSummary = (options: readonly SuggestionOption[]): string =>
  options.length === 0 ? 'No suggestions' : countOf(options.length, 'suggestion');
