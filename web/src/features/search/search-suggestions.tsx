import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import type { Suggestions } from '#shared/channels/search.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { paths } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { LiveBadge } from '#web/ui/badge.tsx';
import { suggestionsQuery } from './search.queries.ts';
import { useCombobox, useComboboxAria } from './use-combobox.ts';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

const LIST_ID = 'suggestions';

/**
 * Suggestions below the search box. Loads on first use and turns the existing field into a combobox (ARIA Authoring
 * Practices).
 */
export function SearchSuggestions({ input }: { readonly input: HTMLInputElement }) {
  const navigate = useNavigate();
  const choose = ({ to }: SuggestionOption) => {
    close();
    leave(input);
    void navigate(to);
  };
  const { text, active, close } = useCombobox(input, {
    count: () => options.length,
    choose: (option) => options[option] && choose(options[option]),
  });
  const { data } = useQuery({
    ...suggestionsQuery(text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  const channels = useWithoutHidden(data?.channels ?? []);
  const options = text !== '' && data ? suggestionOptions({ ...data, channels: [...channels] }) : [];
  const optionId = (option: number) => `${LIST_ID}-${option}`;
  const isOpen = options.length > 0;
  useComboboxAria(input, {
    listId: LIST_ID,
    activeId: options[active] && optionId(active),
    isOpen,
  });

  return (
    <>
      <div id={LIST_ID} role="listbox" aria-label={t('search.suggestions')} hidden={!isOpen} className={LIST}>
        {options.map((option, at) => (
          <Option
            key={option.to}
            id={optionId(at)}
            option={option}
            isActive={at === active}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      <p role="status" className="sr-only">
        {text !== '' && data && suggestionsSummary(options)}
      </p>
    </>
  );
}

function leave(field: HTMLInputElement): void {
  field.value = '';
  field.blur();
}

/** As wide as the screen on a phone. */
const LIST =
  'absolute inset-x-0 top-full z-overlay mt-1.5 max-h-[70dvh] overflow-y-auto card p-1 shadow-popup max-sm:fixed max-sm:inset-x-2 max-sm:top-(--bar) max-sm:mt-1';

interface OptionProps {
  readonly id: string;
  readonly option: SuggestionOption;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Option({ id, option: { label, channel }, isActive, onChoose }: OptionProps) {
  return (
    // Keyboard users choose through the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 hover:bg-raised aria-selected:bg-raised aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
    >
      {channel ? (
        <Avatar name={channel.username} src={channel.avatar} className="size-8 text-sm" />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-accent-dim text-accent">
          <LayoutGrid className="size-4" />
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium">
        {label}
      </span>
      {channel?.is_live && <LiveBadge />}
      {!channel && <span className="text-xs text-soft">{t('search.category')}</span>}
    </div>
  );
}

interface SuggestionOption {
  readonly to: string;
  readonly label: string;
  /** Picture and live state, for a channel. */
  readonly channel?: Suggestions['channels'][number];
}

/** Channels, then categories. */
const suggestionOptions = ({ channels, categories }: Suggestions): SuggestionOption[] => [
  ...channels.map((channel) => ({
    to: paths.channel(channel.username),
    label: channel.display_name,
    channel,
  })),
  ...categories.map(({ name }) => ({ to: paths.category(name), label: categoryName(name) })),
];

const suggestionsSummary = (options: readonly SuggestionOption[]): string =>
  options.length === 0 ? t('search.noSuggestions') : t('search.suggestionCount', { count: options.length });
