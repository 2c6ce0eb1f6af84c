import { useQuery } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SEARCH_RESULTS } from '../../../shared/limits.ts';
import type { SearchResults } from '../../../shared/channels/search.ts';
import { paths } from '../lib/paths.ts';
import { CategoryGrid } from '../features/categories/category-grid.tsx';
import { CategorySuggestions } from '../features/categories/category-suggestions.tsx';
import { resultsSummary, searchedText, searchQuery } from '../features/search/search.queries.ts';
import { StreamGrid, StreamGridSkeleton } from '../features/streamers/stream-grid.tsx';
import { VideoGrid } from '../features/videos/lists/video-grid.tsx';
import { useDocumentTitle } from '../lib/hooks/browser-hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { FailureState } from '../ui/states/failure-state.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { Section } from '../ui/section.tsx';

export function SearchPage() {
  const [search] = useSearchParams();
  const text = searchedText(search);
  useDocumentTitle(text ? `${text} · Search` : 'Search');
  return text ? <Results text={text} /> : <NothingSearched />;
}

function Results({ text }: { readonly text: string }) {
  const query = useQuery(searchQuery(text));
  const { data, isPending } = query;
  return (
    <>
      <h1 className="text-2xl font-bold wrap-anywhere">Results for “{text}”</h1>
      {/* A stable element, so that screen readers announce changes. */}
      <output className="mt-1 mb-6 block min-h-6 text-soft">
        {isPending ? 'Loading...' : data && resultsSummary(data)}
      </output>
      {isPending && <StreamGridSkeleton />}
      {data && <Found results={data} />}
      {!isPending && !data && <FailureState title="The results could not be loaded" query={query} />}
    </>
  );
}

function Found({ results }: { readonly results: SearchResults }) {
  const { channels, categories, videos, clips, fans } = results;
  if (Object.values(results).every((list) => list.length === 0)) return <NothingFound />;
  return (
    <div className="space-y-10">
      <Group title="Channels" found={channels}>
        <StreamGrid channels={channels} />
      </Group>
      <Group title="Videos" found={videos}>
        <VideoGrid videos={videos} />
      </Group>
      <Group title="Clips" found={clips}>
        <FoundClips clips={clips} />
      </Group>
      <Group title="Fans" found={fans}>
        <FoundFans fans={fans} />
      </Group>
      {categories.length > 0 && (
        <Section title="Categories">
          <CategoryGrid categories={categories} />
        </Section>
      )}
    </div>
  );
}

const FoundClips = onDemand(() => import('../features/clips/lists/clip-grid.tsx'), 'ClipGrid');
const FoundFans = onDemand(() => import('../features/fans/fan-grid.tsx'), 'FanResults');

interface GroupProps {
  readonly title: string;
  readonly found: readonly unknown[];
  readonly children: ReactNode;
}

function Group({ title, found, children }: GroupProps) {
  if (found.length === 0) return null;
  return (
    <Section title={title}>
      {children}
      {found.length === SEARCH_RESULTS && (
        <p className="mt-6 text-soft">These are the best {SEARCH_RESULTS}. More words find fewer.</p>
      )}
    </Section>
  );
}

function NothingFound() {
  return (
    <>
      <EmptyState
        icon={<SearchX className="size-6" />}
        title="Try other words"
        action={<ButtonLink to={paths.browse()}>Browse Channels</ButtonLink>}
      >
        Check the spelling, or type a single word or the first letters of a name.
      </EmptyState>
      <CategorySuggestions />
    </>
  );
}

function NothingSearched() {
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">Search</h1>
      <EmptyState
        icon={<Search className="size-6" />}
        title="What are you looking for?"
        action={<ButtonLink to={paths.browse()}>Browse Channels</ButtonLink>}
      >
        Type a channel, a kind of fan or a tag into the search box above.
      </EmptyState>
      <CategorySuggestions />
    </>
  );
}
