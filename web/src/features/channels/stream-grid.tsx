import { useState } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { Channel } from '#shared/channels/channels.ts';
import { CARD_TAGS } from '#shared/limits.ts';
import { paths } from '#web/lib/paths.ts';
import { useHovered } from '#web/lib/hooks/use-hovered.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { viewersText } from '#web/lib/i18n/counts.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Badge, LiveBadge } from '#web/ui/badge.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { StreamThumbnail } from './stream-thumbnail.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';

const LivePreview = onDemand(() => import('./live-preview.tsx'), 'LivePreview', { isOptional: true });

const COLUMNS = 'grid grid-cols-1 gap-x-4 gap-y-6 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4';

interface StreamGridProps {
  readonly channels: readonly Channel[];
  readonly level?: 2 | 3;
}

export function StreamGrid({ channels, level = 3 }: StreamGridProps) {
  return (
    <ul className={COLUMNS}>
      {useWithoutHidden(channels).map((channel) => (
        <li key={channel.id} className="min-w-0">
          <StreamCard channel={channel} level={level} />
        </li>
      ))}
    </ul>
  );
}

export function StreamGridSkeleton() {
  return (
    <div className={COLUMNS}>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((card) => (
        <StreamCardSkeleton key={card} />
      ))}
    </div>
  );
}

interface StreamCardProps {
  readonly channel: Channel;
  readonly level: 2 | 3;
}

export function StreamCard({ channel, level }: StreamCardProps) {
  const Heading = `h${level}` as const;
  const { username, display_name, avatar, title, game, tags, is_live, viewers } = channel;
  const [picture, setPicture] = useState<HTMLElement | null>(null);
  const isHovered = useHovered(picture);
  return (
    <Link to={paths.channel(username)} className="group block rounded-card">
      <div
        ref={setPicture}
        className="relative aspect-video overflow-hidden rounded-card border border-line group-hover:border-accent"
      >
        <StreamThumbnail channel={channel} />
        {isHovered && is_live && <LivePreview channel={channel} />}
        {is_live && (
          <div className="absolute inset-x-2 bottom-2 flex items-center justify-between gap-2 text-xs">
            <LiveBadge />
            {viewers !== undefined && (
              <span className="rounded-sm bg-black/75 px-1.5 py-0.5 font-medium text-white">
                {viewersText(viewers)}
              </span>
            )}
          </div>
        )}
      </div>
      <div className="mt-3 flex gap-3">
        <Avatar name={username} src={avatar} className="size-10 text-base" />
        <div className="min-w-0 flex-1">
          <Heading dir="auto" className="line-clamp-2 font-semibold wrap-anywhere group-hover:text-accent">
            {title || display_name}
          </Heading>
          <p dir="auto" className="truncate text-sm text-soft">
            {display_name}
          </p>
          <p className="truncate text-sm text-soft">{categoryName(game)}</p>
          <Tags tags={tags} />
        </div>
      </div>
    </Link>
  );
}

function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <div className="mt-2 flex gap-1.5 overflow-hidden">
      {tags.slice(0, CARD_TAGS).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </div>
  );
}

function StreamCardSkeleton() {
  return (
    <div>
      <Skeleton className="aspect-video rounded-card" />
      <div className="mt-3 flex gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex-1 space-y-2 pt-1">
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      </div>
    </div>
  );
}
