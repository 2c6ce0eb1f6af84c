import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { CompareBar } from '#web/features/fans/compare/compare-bar.tsx';
import { FanGrid, FanGridSkeleton } from '#web/features/fans/fan-grid.tsx';
import { paths } from '#web/lib/paths.ts';
import {
  fanModelQuery,
  type ModelNames,
  modelStreamsQuery,
  modelVideosQuery,
} from '#web/features/fans/fans.queries.ts';
import { UnitsSwitch, useUnits } from '#web/features/fans/units/units.tsx';
import { useSaveMenus } from '#web/features/library/use-save-menus.tsx';
import { StreamGrid, StreamGridSkeleton } from '#web/features/channels/stream-grid.tsx';
import { VideoGrid, VideoGridSkeleton } from '#web/features/videos/lists/video-grid.tsx';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { Section } from '#web/ui/section.tsx';
import { GrowingList } from '#web/ui/states/growing-list.tsx';
import { FanPageHeader } from './fan-page-header.tsx';
import { isBadAddress } from '#web/ui/states/loaded.tsx';
import { MissingPage } from '#web/ui/states/missing-page.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /fans/{maker}/{model}: collections, streams and videos with a model. */
export function FanModelPage() {
  const { maker = '', model = '' } = useParams();
  const names = { maker, model };
  const list = useInfiniteQuery(fanModelQuery(names));
  const [units, chooseUnits] = useUnits();
  const first = list.data?.pages[0];
  const title = first ? `${first.maker} ${first.model}` : `${maker} ${model}`;
  useDocumentTitle(isBadAddress(list.error) ? t('fanModel.notFound') : title);
  if (isBadAddress(list.error)) return <ModelMissing />;
  return (
    <div className="space-y-10">
      <div>
        <FanPageHeader title={title} beside={<UnitsSwitch units={units} onChoose={chooseUnits} />}>
          {t('fanModel.description')}
        </FanPageHeader>
        <GrowingList
          failure={t('fans.loadFailed')}
          list={list}
          skeleton={<FanGridSkeleton />}
          empty={<p className="text-soft">{t('fanModel.noOwners')}</p>}
        >
          {(fans) => <FanGrid fans={fans} units={units} hasRepairs />}
        </GrowingList>
      </div>
      <Streams {...names} />
      <Videos {...names} />
      <CompareBar />
    </div>
  );
}

function Streams(names: ModelNames) {
  const list = useInfiniteQuery(modelStreamsQuery(names));
  return (
    <Section title={t('fanModel.channels')}>
      <GrowingList
        failure={t('browse.loadFailed')}
        list={list}
        skeleton={<StreamGridSkeleton />}
        empty={<p className="text-soft">{t('fanModel.noChannels')}</p>}
      >
        {(channels) => <StreamGrid channels={channels} />}
      </GrowingList>
    </Section>
  );
}

function Videos(names: ModelNames) {
  const list = useInfiniteQuery(modelVideosQuery(names));
  const menus = useSaveMenus();
  return (
    <Section title={t('fanModel.videos')}>
      <GrowingList
        failure={t('videos.loadFailed')}
        list={list}
        skeleton={<VideoGridSkeleton />}
        empty={<p className="text-soft">{t('fanModel.noVideos')}</p>}
      >
        {(videos) => <VideoGrid videos={videos} {...menus} />}
      </GrowingList>
    </Section>
  );
}

const ModelMissing = () => (
  <MissingPage
    title={t('fanModel.missing')}
    variant="primary"
    to={paths.fans()}
    action={t('browse.findFans')}
  >
    {t('fanModel.missingHint')}
  </MissingPage>
);
