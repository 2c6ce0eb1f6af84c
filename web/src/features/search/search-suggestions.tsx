import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LayoutGrid } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Suggestions } from '#shared/channels/search.ts';
import { useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { paths } from '#web/lib/paths.ts';
import { LiveBadge } from '#web/ui/badge.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Poster } from '#web/ui/pictures/poster.tsx';
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
  const hidden = useHiddenNames();
  const groups = text !== '' && data ? groupsOf(data, hidden) : [];
  const options = groups.flatMap((group) => group.options);
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
        {groups.map(({ title, options: ofGroup }) => (
          <div key={title} role="group" aria-label={title} className="not-first:mt-1">
            <p aria-hidden="true" className="px-2.5 pt-1.5 pb-1 text-xs font-semibold text-soft">
              {title}
            </p>
            {ofGroup.map((option) => (
              <Option
                key={option.to}
                id={optionId(options.indexOf(option))}
                option={option}
                isActive={options.indexOf(option) === active}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
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

function Option({ id, option: { label, picture, isLive }, isActive, onChoose }: OptionProps) {
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
      <span className="grid w-12 shrink-0 place-items-center">{picture}</span>
      <span dir="auto" className="min-w-0 flex-1 truncate text-sm font-medium">
        {label}
      </span>
      {isLive && <LiveBadge />}
    </div>
  );
}

interface SuggestionOption {
  readonly to: string;
  readonly label: string;
  readonly picture: ReactNode;
  readonly isLive?: boolean;
}

interface Group {
  readonly title: string;
  readonly options: readonly SuggestionOption[];
}

/** The groups that have something, without what is by hidden people. */
function groupsOf({ channels, videos, fans, categories }: Suggestions, hidden: readonly string[]): Group[] {
  const isVisible = ({ username }: { readonly username: string }) => !hidden.includes(username);
  const groups: readonly Group[] = [
    { title: t('search.channels'), options: channels.filter(isVisible).map(channelOption) },
    { title: t('search.videos'), options: videos.filter(isVisible).map(videoOption) },
    { title: t('search.fans'), options: fans.filter(isVisible).map(fanOption) },
    { title: t('categories.title'), options: categories.map(categoryOption) },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

type Suggested<Kind extends keyof Suggestions> = Suggestions[Kind][number];

const channelOption = (channel: Suggested<'channels'>): SuggestionOption => ({
  to: paths.channel(channel.username),
  label: channel.display_name,
  picture: <Avatar name={channel.username} src={channel.avatar} className="size-8 text-sm" />,
  isLive: channel.is_live,
});

const videoOption = ({ id, username, title, thumbnail_url }: Suggested<'videos'>): SuggestionOption => ({
  to: paths.video(username, id),
  label: title,
  picture: (
    <span className="aspect-video w-full overflow-hidden rounded-sm">
      <Poster url={thumbnail_url} name={id + title} />
    </span>
  ),
});

const fanOption = ({ maker, model, model_path }: Suggested<'fans'>): SuggestionOption => ({
  to: paths.fanModel(model_path),
  label: `${maker} ${model}`,
  picture: (
    <Tile>
      <FanMark className="size-4" />
    </Tile>
  ),
});

const categoryOption = ({ name }: Suggested<'categories'>): SuggestionOption => ({
  to: paths.category(name),
  label: categoryName(name),
  picture: (
    <Tile>
      <LayoutGrid className="size-4" />
    </Tile>
  ),
});

const Tile = ({ children }: { readonly children: ReactNode }) => (
  <span className="grid size-8 place-items-center rounded-md bg-accent-dim text-accent">{children}</span>
);

const suggestionsSummary = (options: readonly SuggestionOption[]): string =>
  options.length === 0 ? t('search.noSuggestions') : t('search.suggestionCount', { count: options.length });
