import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { RoomAct } from '#shared/community/rooms.ts';
import { call } from '#web/lib/api/api.ts';
import { formatMoment } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadMore } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { actsQuery, sanctionsQuery } from '../../rooms.queries.ts';
import { withOutcomeToast } from '../../acts/room-acts.ts';

/** What the streamer and moderators did, with Undo. */
export function ActLog({ channelId: id }: { readonly channelId: string }) {
  const cache = useQueryClient();
  const query = useInfiniteQuery(actsQuery(id));
  const box = useRef<HTMLOListElement>(null);
  const undo = (act_id: string) =>
    withOutcomeToast(
      async () => {
        await call('POST /rooms/{id}/acts/{act_id}/undo', { params: { id, act_id } });
        box.current?.focus();
        await Promise.all([
          cache.invalidateQueries(actsQuery(id)),
          cache.invalidateQueries(sanctionsQuery(id)),
        ]);
      },
      { done: t('chat.undone'), failed: t('chat.notUndone') },
    );
  return (
    <section>
      <h3 className="font-semibold">{t('chat.actLog')}</h3>
      <p className="text-sm text-soft">{t('chat.actLogHint')}</p>
      <Loaded query={query} failure={t('chat.listLoadFailed')} isInCard>
        {({ pages }) => {
          const acts = pages.flatMap((page) => page.acts);
          if (acts.length === 0 && !query.hasNextPage)
            return <p className="text-sm text-soft">{t('chat.actLogEmpty')}</p>;
          return (
            <>
              <ol ref={box} tabIndex={-1} className="space-y-3 outline-none">
                {acts.map((act) => (
                  <Act key={act.id} act={act} onUndo={() => void undo(act.id)} />
                ))}
              </ol>
              <LoadMore visible={acts.length} box={box} entry="li" list={query} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function Act({ act, onUndo }: { readonly act: RoomAct; readonly onUndo: () => void }) {
  const { at, until, reason, messages, undone, can_undo } = act;
  const words = t('chat.act', {
    act: act.act,
    by: act.by ?? t('chat.someone'),
    username: act.username ?? t('chat.someone'),
  });
  return (
    // “Load more” focuses the first new entry.
    <li tabIndex={-1} className="flex items-start justify-between gap-4 text-sm">
      <div className="min-w-0 space-y-0.5 wrap-anywhere">
        <p>{words}</p>
        <p className="text-soft">
          <time dateTime={at}>{formatMoment(at)}</time>
          {until && ` · ${t('common.until', { time: formatMoment(until) })}`}
        </p>
        {reason && (
          <p dir="auto" className="text-soft">
            {t('chat.sanctionReason', { reason })}
          </p>
        )}
        {messages.map(({ message, timestamp }) => (
          <blockquote key={timestamp} className="border-s-2 border-line-strong ps-3 text-soft">
            <bdi>{message}</bdi>
          </blockquote>
        ))}
        {undone && <p className="text-soft">{t('chat.undoneBy', { by: undone.by ?? t('chat.someone') })}</p>}
      </div>
      {can_undo && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('common.actionOn', { action: t('chat.undo'), name: words })}
          onClick={onUndo}
        >
          {t('chat.undo')}
        </Button>
      )}
    </li>
  );
}
