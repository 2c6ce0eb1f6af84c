import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ChannelEmote } from '#shared/community/channel-emotes.ts';
import { MAX_EMOTES } from '#shared/limits.ts';
import { call } from '#web/lib/api/api.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmedButton } from '#web/ui/confirmed-button.tsx';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { withOutcomeToast } from '../../acts/room-acts.ts';
import { emotesQuery } from '../../rooms.queries.ts';
import { displayed } from '../channel-emotes.tsx';
import { EmotePicture } from '../emote.tsx';
import { emoteText } from '../site-emotes.ts';
import { EmoteForm } from './emote-form.tsx';

const AltDialog = overlayOnDemand(() => import('./alt-dialog.tsx'), 'AltDialog');

/** The emotes of a person's channel: lists, adds, describes and removes them. */
export function EmotesSection({ channelId }: { readonly channelId: string }) {
  const query = useQuery(emotesQuery(channelId));
  return (
    <Card title={t('emotes.title')} description={t('emotes.hint')}>
      <Loaded
        query={query}
        failure={t('emotes.loadFailed')}
        isInCard
        skeleton={<Skeleton className="h-14" />}
      >
        {({ emotes }) => (
          <div className="space-y-6">
            <OwnEmotes channelId={channelId} emotes={emotes} />
            {emotes.length < MAX_EMOTES && <EmoteForm channelId={channelId} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

interface OwnEmotesProps {
  readonly channelId: string;
  readonly emotes: readonly ChannelEmote[];
}

function OwnEmotes({ channelId: id, emotes }: OwnEmotesProps) {
  const cache = useQueryClient();
  const [described, setDescribed] = useState<ChannelEmote | null>(null);
  const { box, removed } = useRemovalFocus<HTMLDivElement>('li>span>button:last-child', 'p');
  const remove = ({ code }: ChannelEmote, at: number) =>
    void withOutcomeToast(
      async () => {
        const left = await call('DELETE /rooms/{id}/emotes/{code}', { params: { id, code } });
        removed(at);
        cache.setQueryData(emotesQuery(id).queryKey, left);
      },
      {
        done: t('emotes.removed', { code: emoteText(code) }),
        failed: t('emotes.notRemoved', { code: emoteText(code) }),
      },
    );
  return (
    <div ref={box}>
      {emotes.length === 0 && (
        <p tabIndex={-1} className="text-soft outline-none">
          {t('emotes.none')}
        </p>
      )}
      <ul className="divide-y divide-line">
        {emotes.map((emote, at) => (
          <li key={emote.code} className="flex flex-wrap items-center gap-3 py-2 first:pt-0">
            <EmotePicture emote={{ ...displayed(emote), alt: '' }} className="size-8 shrink-0" />
            <p className="min-w-32 flex-1 text-sm wrap-anywhere">
              <bdi dir="ltr" className="block font-semibold">
                {emoteText(emote.code)}
              </bdi>
              <bdi className="text-soft">{emote.alt}</bdi>
            </p>
            <span className="ms-auto flex flex-wrap items-center justify-end">
              <IconButton
                size="sm"
                label={t('common.actionOn', { action: t('common.edit'), name: emoteText(emote.code) })}
                onClick={() => setDescribed(emote)}
              >
                <Pencil className="size-4" />
              </IconButton>
              <ConfirmedButton
                label={t('common.remove')}
                of={emoteText(emote.code)}
                confirmation={t('emotes.reallyRemove', { code: emoteText(emote.code) })}
                onConfirm={() => remove(emote, at)}
                size="sm"
              />
            </span>
          </li>
        ))}
      </ul>
      {described && <AltDialog channelId={id} emote={described} onClose={() => setDescribed(null)} />}
    </div>
  );
}
