import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '#web/ui/links/link.tsx';
import type { Channel } from '#shared/channels/channels.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { paths } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { LiveDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { recommendedChannelsQuery, channelQuery } from './channels.queries.ts';
import type { FailedQuery } from '#web/ui/states/failure-state.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface ChannelListProps {
  readonly query: FailedQuery & { readonly isPending: boolean };
  /** Absent while loading. */
  readonly channels: readonly Channel[] | undefined;
  readonly empty: string;
  /** Shows pictures only. Screen readers still get names. */
  readonly isFolded: boolean;
}

export function ChannelSection({ title, ...list }: ChannelListProps & { readonly title: string }) {
  const titleId = useId();
  const { isFolded } = list;
  return (
    <section
      aria-labelledby={titleId}
      className={isFolded ? 'border-line has-[li]:mt-3 has-[li]:border-t has-[li]:pt-3' : 'mt-6'}
    >
      <h2 id={titleId} className={isFolded ? 'sr-only' : 'mb-2 px-3 text-xs font-semibold text-soft'}>
        {title}
      </h2>
      <ChannelList {...list} />
    </section>
  );
}

function ChannelList({ query, channels, empty, isFolded }: ChannelListProps) {
  if (query.isPending) return <Skeletons isFolded={isFolded} />;
  if (!channels) {
    return (
      <div className={isFolded ? 'text-center' : 'px-3 text-sm text-soft'}>
        <p className={isFolded ? 'sr-only' : 'mb-2'}>{t('streamers.loadFailed')}</p>
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('common.tryAgain')}
          title={t('common.tryAgain')}
          onClick={() => query.refetch()}
          busy={query.isFetching}
        >
          {isFolded ? '↻' : t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (channels.length === 0)
    return <p className={isFolded ? 'sr-only' : 'px-3 text-sm text-soft'}>{empty}</p>;
  return (
    <ul>
      {channels.map((channel) => (
        <li key={channel.id}>
          <ChannelLink channel={channel} isFolded={isFolded} />
        </li>
      ))}
    </ul>
  );
}

interface ChannelLinkProps {
  readonly channel: Channel;
  readonly isFolded: boolean;
}

function ChannelLink({ channel, isFolded }: ChannelLinkProps) {
  const { username, display_name, avatar, game, is_live } = channel;
  return (
    <Link
      to={paths.channel(username)}
      title={isFolded ? display_name : undefined}
      className={`relative flex items-center rounded-md hover:bg-raised ${isFolded ? 'justify-center py-1' : 'gap-3 px-3 py-2'}`}
    >
      <Avatar name={username} src={avatar} className="size-8 text-sm" />
      <span className={isFolded ? 'sr-only' : 'min-w-0 flex-1'}>
        <span dir="auto" className="block truncate text-sm font-medium">
          {display_name}
        </span>
        <span className="block truncate text-xs text-soft">{categoryName(game)}</span>
      </span>
      {is_live && (
        <span
          className={
            isFolded ? 'absolute end-1 bottom-1 flex rounded-full outline-2 outline-surface' : 'flex'
          }
        >
          <LiveDot />
        </span>
      )}
    </Link>
  );
}

function Skeletons({ isFolded }: { readonly isFolded: boolean }) {
  return (
    <div className={`space-y-3 ${isFolded ? '' : 'px-3'}`}>
      <p role="status" className="sr-only">
        {t('common.loading')}
      </p>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-9" />
      ))}
    </div>
  );
}

interface OwnProps {
  readonly username: string;
}

export function OwnChannel({ username, isFolded }: OwnProps & { readonly isFolded: boolean }) {
  const query = useQuery(channelQuery(username));
  return (
    <ChannelSection
      title={t('streamers.yourChannel')}
      query={query}
      channels={query.data ? [query.data] : isNotFound(query.error) ? [] : undefined}
      empty={t('channel.hidden')}
      isFolded={isFolded}
    />
  );
}

export function OwnAvatar({ username, className }: OwnProps & { readonly className: string }) {
  const { data } = useQuery(channelQuery(username));
  return <Avatar name={username} src={data?.avatar ?? ''} className={className} />;
}

interface RecommendedChannelsProps {
  /** The ids of channels that are not recommended: the user's own and the followed ones. `null` while they load. */
  readonly others: readonly string[] | null;
  readonly isFolded: boolean;
}

/** The first five channels to discover (specification §2, §9). */
export function RecommendedChannels({ others, isFolded }: RecommendedChannelsProps) {
  const query = useQuery({ ...recommendedChannelsQuery(others ?? []), enabled: others !== null });
  const channels = useWithoutHidden(query.data ?? []);
  return (
    <ChannelSection
      title={t('streamers.recommendedChannels')}
      query={query}
      channels={query.data && channels}
      empty={others?.length ? t('streamers.noMoreChannels') : t('streamers.noChannels')}
      isFolded={isFolded}
    />
  );
}
