import { useQuery } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SEARCH_RESULTS } from '#shared/limits.ts';
import type { FoundVideo, SearchResults } from '#shared/channels/search.ts';
import type { Video } from '#shared/videos/videos.ts';
import { paths } from '#web/lib/paths.ts';
import { CategoryGrid } from '#web/features/categories/category-grid.tsx';
import { CategorySuggestions } from '#web/features/categories/category-suggestions.tsx';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { resultsSummary, searchedText, searchQuery } from '#web/features/search/search.queries.ts';
import { StreamGrid, StreamGridSkeleton } from '#web/features/channels/stream-grid.tsx';
import { SpokenMatch } from '#web/features/videos/lists/spoken-match.tsx';
import { VideoGrid } from '#web/features/videos/lists/video-grid.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { clipsWithout, useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { FailureState } from '#web/ui/states/failure-state.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Section } from '#web/ui/section.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export function SearchPage() {
  const [search] = useSearchParams();
  const text = searchedText(search);
  useDocumentTitle(text ? t('search.documentTitle', { text }) : t('search.title'));
  return text ? <Results text={text} /> : <NothingSearched />;
}

function Results({ text }: { readonly text: string }) {
  const query = useQuery(searchQuery(text));
  const { data: all, isPending } = query;
  const usernames = useHiddenNames();
  const data = all && withoutHiddenPeople(all, usernames);
  return (
    <>
      <h1 className="text-2xl font-bold wrap-anywhere">{t('search.resultsFor', { text })}</h1>
      {/* A stable element, so that screen readers announce changes. */}
      <p role="status" className="mt-1 mb-6 block min-h-6 text-soft">
        {isPending ? t('common.loading') : data && resultsSummary(data)}
      </p>
      {isPending && <StreamGridSkeleton />}
      {data && <Found results={data} text={text} />}
      {!isPending && !data && <FailureState title={t('search.loadFailed')} query={query} />}
    </>
  );
}

function withoutHiddenPeople(all: SearchResults, hidden: readonly string[]): SearchResults {
  const by = ({ username }: { readonly username: string }) => !hidden.includes(username);
  return {
    ...all,
    channels: all.channels.filter(by),
    videos: all.videos.filter(by),
    clips: clipsWithout(all.clips, hidden).filter(by),
    fans: all.fans.filter(by),
  };
}

function Found({ results, text }: { readonly results: SearchResults; readonly text: string }) {
  const { channels, categories, videos, clips, fans } = results;
  const menus = useSaveMenus();
  if (Object.values(results).every((list) => list.length === 0)) return <NothingFound />;
  return (
    <div className="space-y-10">
      <Group title={t('search.channels')} found={channels}>
        <StreamGrid channels={channels} />
      </Group>
      <Group title={t('search.videos')} found={videos}>
        <VideoGrid videos={videos} momentOf={(video) => saidAt(video, text)} {...menus} />
      </Group>
      <Group title={t('search.clips')} found={clips}>
        <FoundClips clips={clips} />
      </Group>
      <Group title={t('search.fans')} found={fans}>
        <FoundFans fans={fans} />
      </Group>
      {categories.length > 0 && (
        <Section title={t('categories.title')}>
          <CategoryGrid categories={categories} />
        </Section>
      )}
    </div>
  );
}

function saidAt(video: Video & Pick<FoundVideo, 'said_at_s'>, searched: string) {
  const { said_at_s: atS, captions = [] } = video;
  return atS === undefined ? undefined : { atS, text: <SpokenMatch {...{ captions, atS, searched }} /> };
}

const FoundClips = onDemand(() => import('#web/features/clips/lists/clip-grid.tsx'), 'ClipGrid');
const FoundFans = onDemand(() => import('#web/features/fans/fan-grid.tsx'), 'FanResults');

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
        <p className="mt-6 text-soft">{t('search.topResults', { count: SEARCH_RESULTS })}</p>
      )}
    </Section>
  );
}

function NothingFound() {
  return (
    <>
      <EmptyState
        icon={<SearchX className="size-6" />}
        title={t('search.tryOtherWords')}
        action={<ButtonLink to={paths.browse()}>{t('common.browseChannels')}</ButtonLink>}
      >
        {t('search.tryOtherWordsHint')}
      </EmptyState>
      <CategorySuggestions />
    </>
  );
}

function NothingSearched() {
  return (
    <>
      <h1 className="mb-4 text-2xl font-bold">{t('search.title')}</h1>
      <EmptyState
        icon={<Search className="size-6" />}
        title={t('search.emptyTitle')}
        action={<ButtonLink to={paths.browse()}>{t('common.browseChannels')}</ButtonLink>}
      >
        {t('search.emptyHint')}
      </EmptyState>
      <CategorySuggestions />
    </>
  );
}
