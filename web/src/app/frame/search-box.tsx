import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SEARCH_MAX_LENGTH } from '#shared/limits.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { paths } from '#web/lib/paths.ts';
import { t } from '#web/lib/i18n/messages.ts';

const SearchSuggestions = onDemand(
  () => import('#web/features/search/search-suggestions.tsx'),
  'SearchSuggestions',
  { isOptional: true },
);

/** On a phone, the field grows to the whole bar while it has the focus. */
const PLACE =
  'mx-auto max-w-md min-w-0 flex-1 basis-11 max-sm:focus-within:absolute max-sm:focus-within:inset-x-0 ' +
  'max-sm:focus-within:top-0 max-sm:focus-within:z-raised max-sm:focus-within:max-w-none ' +
  'max-sm:focus-within:bg-surface max-sm:focus-within:px-3 max-sm:focus-within:py-2.5 ' +
  'pointer-coarse:max-sm:focus-within:py-1.5';

/** Opens /search with the trimmed text, if any (specification §5). Suggestions load on first use. */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const searched = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';

  const input = useRef<HTMLInputElement>(null);
  const [used, setUsed] = useState<HTMLInputElement | null>(null);
  useEffect(() => {
    if (input.current) input.current.value = searched;
  }, [searched]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (text) void navigate(paths.search(text));
  };

  return (
    <search className={PLACE}>
      <form onSubmit={submit} className="relative @container">
        <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 max-sm:start-2.5 text-soft" />
        <input
          ref={input}
          // No other input without a list may be a combobox (ARIA in HTML).
          type="text"
          inputMode="search"
          // Set from the start, because screen readers would announce a change of role.
          // Its list exists once it is open.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="combobox"
          aria-expanded="false"
          name="q"
          defaultValue={searched}
          placeholder={t('app.searchPlaceholder')}
          aria-label={t('app.search')}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          className={`${fieldClass} h-control-sm text-ellipsis [unicode-bidi:plaintext] @max-[6rem]:placeholder:text-transparent pe-2 ps-9 max-sm:ps-8`}
          onFocus={({ currentTarget }) => setUsed(currentTarget)}
        />
        {used && <SearchSuggestions input={used} />}
      </form>
    </search>
  );
}
