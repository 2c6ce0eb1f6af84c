import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { NEWS_LIST_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { listen } from '#web/lib/listen.ts';
import { serviceWorkers } from '#web/lib/service-workers.ts';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { NewsList } from './news-list.tsx';
import { unreadQuery } from './news.queries.ts';
import { useUnreadEvents } from './unread-events.ts';
import { t } from '#web/lib/i18n/messages.ts';

function titleFor(unread: number): string {
  if (unread === 0) return t('news.title');
  return unread === NEWS_LIST_LENGTH
    ? t('news.titleManyUnread', { count: unread })
    : t('news.titleUnread', { count: unread });
}

/** The bell with the number of unread items. Loads after the first screen. */
export function NewsButton() {
  const { data } = useQuery(unreadQuery());
  const unread = data?.unread ?? 0;
  usePushes(data?.push_key);
  useUnreadEvents(useSession()?.user.id, data?.unread);
  return (
    <Menu
      label={titleFor(unread)}
      icon={
        <>
          <Bell className="size-5" />
          {unread > 0 && <Count unread={unread} />}
        </>
      }
      className="w-96 max-w-[calc(100vw-1.5rem)]"
    >
      <NewsList />
    </Menu>
  );
}

/** The button's name has the number, in Arabic in words. */
const Count = ({ unread }: { readonly unread: number }) => (
  <span
    aria-hidden="true"
    className="absolute top-0.5 end-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-live px-1 text-[0.6875rem] leading-none font-bold text-on-live tabular-nums"
  >
    {unread > 9 ? '9+' : unread}
  </span>
);

/** Refetches on a push, and adopts a changed key. */
function usePushes(key: string | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    const workers = serviceWorkers();
    if (!workers) return;
    return listen(workers, 'message', () => {
      void cache.invalidateQueries({ queryKey: unreadQuery().queryKey });
    });
  }, [cache]);
  useEffect(() => {
    if (!key || !('Notification' in window) || Notification.permission !== 'granted') return;
    void import('#web/lib/push/browser-push.ts')
      .then(({ renewPush }) => renewPush(key))
      .catch((error: unknown) => console.error('Error renewing pushes', error));
  }, [key]);
}
