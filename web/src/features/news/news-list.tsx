import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { PieceOfNews } from '#shared/people/news.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { paths } from '#web/lib/paths.ts';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { serverTime } from '#web/lib/server-clock.ts';
import { headline, newsPath } from './news-words.ts';
import { markRead, newsQuery } from './news.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { timingWords } from '#web/lib/i18n/timing.ts';

/** The newest first, as menu items. Opening marks them as read. */
export function NewsList() {
  const cache = useQueryClient();
  const { data, isError } = useQuery({ ...newsQuery(), staleTime: 0, gcTime: 0 });
  useEffect(() => {
    if (!data) return;
    const [until = ''] = [data.news[0]?.id ?? '', new Date(serverTime(Date.now())).toISOString()]
      .toSorted()
      .toReversed();
    markRead(cache, until).catch((error: unknown) => console.error('Error marking news as read', error));
  }, [cache, data]);
  return (
    <>
      <div className="flex items-center justify-between border-b border-line py-1 pe-1 ps-4">
        <span className="font-semibold">{t('news.title')}</span>
        <Link
          to={paths.settings()}
          role="menuitem"
          tabIndex={-1}
          className="flex h-10 items-center gap-2 rounded-md px-3 text-sm text-soft hover:bg-line hover:text-ink focus-visible:bg-line"
        >
          <Settings className="size-4" />
          {t('news.settings')}
        </Link>
      </div>
      <div className="max-h-[min(28rem,70dvh)] overflow-y-auto overscroll-contain">
        {isError && <Words>{t('news.loadFailed')}</Words>}
        {!data && !isError && <Waiting />}
        {data?.news.length === 0 && <Nothing />}
        {data?.news.map((piece) => (
          <Piece key={piece.id} piece={piece} />
        ))}
      </div>
      <Link
        to={paths.following()}
        role="menuitem"
        tabIndex={-1}
        className="flex h-11 items-center justify-center border-t border-line text-sm font-medium text-accent outline-offset-[-2px] hover:bg-line focus-visible:bg-line"
      >
        {t('news.allPublished')}
      </Link>
    </>
  );
}

function Piece({ piece }: { readonly piece: PieceOfNews }) {
  const { channel, title, timing, at, is_read } = piece;
  const age = useAge(at);
  return (
    <Link
      to={newsPath(piece)}
      role="menuitem"
      tabIndex={-1}
      className="flex items-start gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-line focus-visible:bg-line"
    >
      <Avatar name={channel.username} src={channel.avatar} className="size-9 shrink-0 text-sm" />
      <span className="min-w-0 flex-1">
        <span className={`block wrap-break-word ${is_read ? '' : 'font-semibold'}`}>{headline(piece)}</span>
        {title && (
          <span dir="auto" className="line-clamp-2 text-sm wrap-break-word text-soft">
            {title}
          </span>
        )}
        {timing && <span className="block text-sm text-soft">{timingWords(timing)}</span>}
        <span className="block text-sm text-soft">{age}</span>
      </span>
      {!is_read && (
        <span className="mt-2 size-2 shrink-0 rounded-full bg-accent forced-colors:bg-[Highlight]">
          <span className="sr-only">{t('news.unread')}</span>
        </span>
      )}
    </Link>
  );
}

const Words = ({ children }: { readonly children: string }) => (
  <div className="px-4 py-8 text-center text-soft">{children}</div>
);

const Nothing = () => (
  <div className="px-6 py-10 text-center">
    <BellOff className="mx-auto size-8 text-soft" />
    <span className="mt-3 block font-semibold">{t('news.empty')}</span>
    <span className="mt-1 block text-sm text-soft">{t('news.emptyHint')}</span>
  </div>
);

const Waiting = () => (
  <div className="space-y-3 p-4">
    <Skeleton className="h-12" />
    <Skeleton className="h-12" />
  </div>
);
