import { Search } from 'lucide-react';
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { SEARCH_MAX_LENGTH } from '../../../shared/limits.ts';
import { fieldLook } from '../ui/input.tsx';
import { paths } from './paths.ts';

/**
 * Goes to /search with the trimmed text; does nothing with a blank one (specification §5). Suggestions come along when
 * it is used; it works without them.
 */
export function SearchBox() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const searched = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : '';

  const input = useRef<HTMLInputElement>(null);
  const [suggestions, setSuggestions] = useState<ReactNode>();
  const loadSuggestions = async ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const part = await import('../features/search/search-suggestions.tsx').catch(() => null);
    if (part) setSuggestions(<part.SearchSuggestions input={currentTarget} />);
  };
  useEffect(() => {
    if (input.current) input.current.value = searched;
  }, [searched]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim();
    if (text) void navigate(paths.search(text));
  };

  return (
    <search className="mx-auto max-w-md min-w-0 flex-1 basis-16">
      <form onSubmit={submit} className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-2.5 left-3 size-4 max-sm:left-2.5 text-soft"
        />
        <input
          ref={input}
          type="search"
          // What it becomes when it is used: a role that changed under a reader would be said twice.
          role="combobox"
          aria-expanded="false"
          aria-controls="suggestions"
          name="q"
          defaultValue={searched}
          placeholder="Search..."
          aria-label="Search"
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          className={`${fieldLook} h-9 pr-2 pl-9 max-sm:pl-8`}
          onFocus={(event) => void loadSuggestions(event)}
        />
        {suggestions}
      </form>
    </search>
  );
}
