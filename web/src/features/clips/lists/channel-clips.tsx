import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { itemsOf } from '#web/lib/api/api.ts';
import { clipsWithout, useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailed } from '#web/ui/overlays/toast.tsx';
import { Section } from '#web/ui/section.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { channelClipsQuery, clipSettingsQuery, useClipSettings } from '../clips.queries.ts';
import { ClipGrid } from './clip-grid.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ChannelClipsProps {
  readonly channelId: string;
  readonly isOwn: boolean;
}

/** A channel's clips. Without any, only the owner sees the section, for its settings. */
export function ChannelClips({ channelId, isOwn }: ChannelClipsProps) {
  const usernames = useHiddenNames();
  const list = useInfiniteQuery({
    ...channelClipsQuery(channelId),
    select: (data) => ({
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: clipsWithout(page.items, usernames) })),
    }),
  });
  // Hides the section if it cannot be loaded.
  if (!list.data || (!isOwn && itemsOf(list.data.pages).length === 0)) return null;
  return (
    <Section isPart title={t('clips.heading')} className="@container">
      {isOwn && <OwnSettings />}
      <GrowingList failure={t('clips.loadFailed')} list={list} skeleton={null} empty={isOwn && <NoClips />}>
        {(clips) => <ClipGrid clips={clips} />}
      </GrowingList>
    </Section>
  );
}

const NoClips = () => <p className="text-sm text-soft">{t('clips.noneOwn')}</p>;

function OwnSettings() {
  const { data } = useQuery(clipSettingsQuery());
  const { mutate, isPending, variables } = useClipSettings();
  if (!data) return null;
  const isOff = isPending ? variables : data.is_off;
  const set = (isOn: boolean) =>
    mutate(!isOn, {
      onError: (error) => toastFailed(t('clips.settingFailed'), error),
    });
  return (
    <div className="mb-5 max-w-xl card p-4">
      <Switch
        label={t('clips.allow')}
        note={t('clips.allowHint')}
        checked={!isOff}
        onChange={set}
        disabled={isPending}
      />
    </div>
  );
}
