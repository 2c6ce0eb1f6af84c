import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Fan as FanIcon, Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Fan } from '#shared/channels/fans.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { ChannelMissing } from '#web/features/channels/channel-missing.tsx';
import { CompareBar } from '#web/features/fans/compare/compare-bar.tsx';
import { FanMenu } from '#web/features/fans/editor/fan-menu.tsx';
import { FanGrid, FanGridSkeleton } from '#web/features/fans/fan-grid.tsx';
import { collectionQuery } from '#web/features/fans/fans.queries.ts';
import { ChooseFans } from '#web/features/fans/featured/choose-fans.tsx';
import { UnitsSwitch, useUnits } from '#web/features/fans/units/units.tsx';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { isNotFound } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { overlayOnDemand } from '#web/ui/on-demand.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { FanPageHeader } from './fan-page-header.tsx';
import { t } from '#web/lib/i18n/messages.ts';

// Lazy.
const FanDialog = overlayOnDemand(() => import('#web/features/fans/editor/fan-dialog.tsx'), 'FanDialog');

const ownMenuOf = (fan: Fan) => <FanMenu fan={fan} />;

export function CollectionPage() {
  const { username = '' } = useParams();
  const query = useQuery(channelQuery(username));
  const { data, error } = query;
  useDocumentTitle(
    isNotFound(error)
      ? t('channel.notFound')
      : data && t('collection.fansOf', { displayName: data.display_name }),
  );
  if (isNotFound(error)) return <ChannelMissing username={username} />;
  return (
    <Loaded query={query} failure={t('channel.loadFailed')}>
      {(channel) => <Collection key={channel.id} channel={channel} />}
    </Loaded>
  );
}

function Collection({ channel }: { readonly channel: Channel }) {
  const { id, username, display_name } = channel;
  const list = useInfiniteQuery(collectionQuery(id));
  const [units, chooseUnits] = useUnits();
  const [isAdding, setIsAdding] = useState(false);
  const isOwn = useSession()?.user.id === id;
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const addButton = isOwn && (
    <Button onClick={() => setIsAdding(true)}>
      <Plus className="size-4" />
      {t('collection.addFan')}
    </Button>
  );
  return (
    <>
      <FanPageHeader
        title={isOwn ? t('collection.yourFans') : t('collection.fansOf', { displayName: display_name })}
        beside={
          <div className="flex flex-wrap items-center gap-3">
            <UnitsSwitch units={units} onChoose={chooseUnits} />
            {total > 0 && addButton}
          </div>
        }
      >
        <TextLink to={paths.channel(username)}>
          {isOwn ? t('collection.yourChannel') : t('channel.goToChannel')}
        </TextLink>
      </FanPageHeader>
      <GrowingList
        failure={t('fans.loadFailed')}
        list={list}
        skeleton={<FanGridSkeleton />}
        empty={
          <EmptyState
            icon={<FanIcon className="size-6" />}
            title={isOwn ? t('collection.emptyOwn') : t('collection.empty')}
            action={addButton}
          >
            {isOwn ? t('collection.emptyOwnHint') : t('collection.emptyHint', { displayName: display_name })}
          </EmptyState>
        }
      >
        {(fans) => <FanGrid fans={fans} units={units} hasRepairs {...(isOwn && { menuOf: ownMenuOf })} />}
      </GrowingList>
      {isOwn && total > 0 && (
        <Card className="mt-8">
          <ChooseFans showing={{ kind: 'channel', id }} owner={channel} title={t('streamFans.button')} />
        </Card>
      )}
      {isAdding && <FanDialog channelId={id} fan={null} units={units} onClose={() => setIsAdding(false)} />}
      <CompareBar />
    </>
  );
}
