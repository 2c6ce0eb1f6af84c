import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useParams } from 'react-router-dom';
import type { Category } from '#shared/channels/categories.ts';
import { categoryQuery, categoryChannelsQuery } from '#web/features/categories/categories.queries.ts';
import { CategorySuggestions } from '#web/features/categories/category-suggestions.tsx';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { StreamGridSkeleton } from '#web/features/channels/stream-grid.tsx';
import { StreamPages } from '#web/features/channels/stream-pages.tsx';
import { VideoPages } from '#web/features/videos/lists/video-grid.tsx';
import { categoryVideosQuery } from '#web/features/videos/videos.queries.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import { formatCount, viewersText } from '#web/lib/i18n/counts.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { gradientOf } from '#web/ui/pictures/hue.ts';
import { Section } from '#web/ui/section.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Loading, Skeleton } from '#web/ui/states/loading.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** /category/{name}: specification §2. Accepts a name or id, including custom categories. */
export function CategoryPage() {
  const { name = '' } = useParams();
  const query = useQuery(categoryQuery(name));
  useDocumentTitle(query.data && categoryName(query.data.name));
  return (
    <Loaded query={query} failure={t('category.loadFailed')} skeleton={skeleton}>
      {(category) => <CategoryView category={category} />}
    </Loaded>
  );
}

function CategoryView({ category }: { readonly category: Category }) {
  const channels = useInfiniteQuery(categoryChannelsQuery(category.id));
  const videos = useInfiniteQuery(categoryVideosQuery(category.id));
  const menus = useSaveMenus();
  if (channels.isPending || videos.isPending) return <Loading>{skeleton}</Loading>;
  const [channelCount, videoCount] = [totalOf(channels.data), totalOf(videos.data)];
  const isEmpty = channelCount === 0 && videoCount === 0;
  return (
    <div className="space-y-8">
      <CategoryHeader category={category} channels={channelCount} />
      {/* Only the ten categories have a picture. */}
      {isEmpty &&
        (category.thumbnail_url ? <NoChannelsYet {...category} /> : <NoSuchCategory {...category} />)}
      {channelCount !== 0 && (
        <Section title={t('category.channels')}>
          <StreamPages list={channels} level={3} empty={null} />
        </Section>
      )}
      {videoCount !== 0 && (
        <Section title={t('category.videos')}>
          <VideoPages list={videos} level={3} empty={null} {...menus} />
        </Section>
      )}
    </div>
  );
}

const totalOf = (data: { readonly pages: readonly { readonly total: number }[] } | undefined) =>
  data?.pages.at(-1)?.total;

const skeleton = (
  <>
    <CategoryHeaderSkeleton />
    <div className="mt-8">
      <StreamGridSkeleton />
    </div>
  </>
);

function NoChannelsYet({ name }: Category) {
  const session = useSession();
  return (
    <EmptyState
      icon={<FanMark className="size-7" />}
      title={t('category.noChannels', { name: categoryName(name) })}
      action={
        <>
          <ButtonLink to={session ? paths.goLive() : paths.signup()} state={{ from: paths.goLive() }}>
            {session ? t('streamers.goLive') : t('streamers.signUpAndGoLive')}
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.browse()}>
            {t('common.browseChannels')}
          </ButtonLink>
        </>
      }
    >
      {t('category.noChannelsHint')}
    </EmptyState>
  );
}

/** A custom name may be misspelled. */
function NoSuchCategory({ name }: Category) {
  return (
    <>
      <EmptyState
        icon={<SearchX className="size-6" />}
        title={t('category.empty', { name })}
        action={
          <ButtonLink variant="secondary" to={paths.search(name)} className="max-w-full">
            <span className="truncate">{t('category.search', { name })}</span>
          </ButtonLink>
        }
      >
        {t('category.emptyHint')}
      </EmptyState>
      <CategorySuggestions />
    </>
  );
}

interface CategoryHeaderProps {
  readonly category: Category;
  readonly channels: number | undefined;
}

function CategoryHeader({ category, channels }: CategoryHeaderProps) {
  const { name, viewers } = category;
  return (
    <header className="flex items-center gap-4 sm:gap-6">
      <Art category={category} />
      <div className="min-w-0">
        <h1 className="text-2xl font-bold wrap-anywhere">{categoryName(name)}</h1>
        <p className="mt-1 flex flex-wrap gap-x-4 text-soft tabular-nums">
          <span>{viewersText(viewers)}</span>
          {channels !== undefined && (
            <span>{t('common.channelCount', { count: channels, number: formatCount(channels) })}</span>
          )}
        </p>
      </div>
    </header>
  );
}

const ART = 'size-24 shrink-0 rounded-card border border-line sm:size-36';

/** The category's picture, or a drawn fan for a custom category. */
function Art({ category: { name, thumbnail_url } }: Pick<CategoryHeaderProps, 'category'>) {
  if (thumbnail_url) {
    return (
      <img src={thumbnail_url} alt="" width="320" height="320" className={`${ART} bg-raised object-cover`} />
    );
  }
  const background = gradientOf(name, '0.45 0.08', '0.26 0.05', 35);
  return (
    <div className={`${ART} grid place-items-center text-white`} style={{ background }}>
      <FanMark className="size-3/5 opacity-40" />
    </div>
  );
}

function CategoryHeaderSkeleton() {
  return (
    <div className="flex items-center gap-4 sm:gap-6">
      <Skeleton className="size-24 rounded-card sm:size-36" />
      <div className="flex-1 space-y-3">
        <Skeleton className="h-7 w-3/5 max-w-64" />
        <Skeleton className="h-4 w-2/5 max-w-40" />
      </div>
    </div>
  );
}
