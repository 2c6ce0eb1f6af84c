import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { followedChannelsQuery } from '#web/features/follows/follows.queries.ts';
import { ChooseTarget } from '#web/features/raids/choose-target.tsx';
import { raidsQuery } from '#web/features/raids/raids.queries.ts';
import { suggestionsQuery } from '#web/features/search/search.queries.ts';
import { useWithoutHidden } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface RaidDialogProps extends Pick<ComponentProps<typeof ChooseTarget>, 'onRaided' | 'onClose'> {
  /** The user's own. */
  readonly channel: Channel;
}

/** Live channels to raid: followed ones first, then those that were raided lately; or what a search finds. */
export function RaidDialog({ channel, ...actions }: RaidDialogProps) {
  const [text, setText] = useState('');
  const query = usePaused(text.trim());
  const follows = useQuery(followedChannelsQuery());
  const raids = useQuery(raidsQuery());
  const search = useQuery({ ...suggestionsQuery(query), enabled: query !== '' });
  const ofOthers = <T extends { readonly username: string; readonly is_live: boolean }>(
    channels: readonly T[],
  ) => channels.filter(({ username, is_live }) => is_live && username !== channel.username);
  const followed = ofOthers(useWithoutHidden(follows.data?.channels ?? []));
  const known = new Set(followed.map(({ username }) => username));
  const recent = ofOthers(useWithoutHidden(raids.data?.recent ?? [])).filter(
    ({ username }) => !known.has(username),
  );
  const found = ofOthers(useWithoutHidden(search.data?.channels ?? []));
  const isLoading = query === '' ? follows.isPending || raids.isPending : search.isPending;
  const groups =
    query === ''
      ? [
          { title: t('raids.followed'), targets: followed },
          { title: t('raids.recent'), targets: recent },
        ]
      : [{ title: t('raids.found'), targets: found }];
  const none = query === '' ? t('raids.noneLive') : t('raids.noneFound');
  return (
    <ChooseTarget
      {...actions}
      text={text}
      onText={setText}
      groups={groups}
      empty={isLoading ? t('common.loading') : none}
    />
  );
}

const PAUSE_MS = 250;

/** The text after a pause in typing. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
