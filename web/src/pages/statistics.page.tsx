import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { STATISTICS_DAYS, type StatisticsDays } from '#shared/limits.ts';
import { ChannelMissing } from '#web/features/channels/channel-missing.tsx';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { CsvButton } from '#web/features/statistics/csv-button.tsx';
import { BroadcastEntries, VideoEntries } from '#web/features/statistics/entries.tsx';
import { Period } from '#web/features/statistics/period.tsx';
import { channelStatisticsQuery, useShareStatistics } from '#web/features/statistics/statistics.queries.ts';
import { ApiFailure, isNotFound } from '#web/lib/api/api.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { downloadCsv } from '#web/lib/csv.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { t } from '#web/lib/i18n/messages.ts';

/** /channel/{username}/statistics */
export function StatisticsPage() {
  const { username = '' } = useParams();
  const query = useQuery(channelQuery(username));
  const { data, error } = query;
  useDocumentTitle(
    data ? t('statistics.titleOf', { displayName: data.display_name }) : t('statistics.title'),
  );
  if (isNotFound(error)) return <ChannelMissing username={username} />;
  return (
    <Loaded query={query} failure={t('channel.loadFailed')}>
      {(channel) => <Statistics key={channel.id} channel={channel} />}
    </Loaded>
  );
}

const isForbidden = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'forbidden';

function Statistics({ channel: { id, username, display_name } }: { readonly channel: Channel }) {
  const [days, setDays] = useState<StatisticsDays>('28');
  const query = useQuery(channelStatisticsQuery(id, days));
  const isOwn = useSession()?.user.id === id;
  if (isForbidden(query.error))
    return (
      <EmptyState icon={<ChartLine className="size-6" />} title={t('statistics.notYours')} level={1}>
        {t('statistics.notYoursHint')}
      </EmptyState>
    );
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-bold wrap-anywhere">
            {t('statistics.titleOf', { displayName: display_name })}
          </h1>
          <p className="mt-1">
            <TextLink to={paths.channel(username)}>
              {isOwn ? t('statistics.yourChannel') : t('channel.goToChannel')}
            </TextLink>
          </p>
        </div>
        <div className="flex flex-wrap gap-2" role="group" aria-label={t('statistics.period')}>
          {STATISTICS_DAYS.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === days ? 'primary' : 'secondary'}
              aria-pressed={one === days}
              onClick={() => setDays(one)}
            >
              {t('statistics.lastDays', { count: Number(one) })}
            </Button>
          ))}
        </div>
      </div>
      <Loaded query={query} failure={t('statistics.loadFailed')}>
        {(statistics) => (
          <div className="space-y-10">
            {statistics.days.length === 0 ? (
              <EmptyState icon={<ChartLine className="size-6" />} title={t('statistics.empty')}>
                {t('statistics.emptyHint')}
              </EmptyState>
            ) : (
              <div>
                <Period statistics={statistics} days={days} />
                <CsvButton onClick={() => downloadCsv(`${username}-${days}.csv`, statistics.days)} />
              </div>
            )}
            <Section title={t('statistics.broadcasts')}>
              <BroadcastEntries channelId={id} />
            </Section>
            <Section title={t('statistics.videos')}>
              <VideoEntries channelId={id} />
            </Section>
            {isOwn && <Sharing id={id} isShared={statistics.for_moderators} />}
          </div>
        )}
      </Loaded>
    </>
  );
}

function Sharing({ id, isShared }: { readonly id: string; readonly isShared: boolean }) {
  const sharing = useShareStatistics(id);
  return (
    <Card>
      <Switch
        label={t('statistics.forModerators')}
        note={t('statistics.forModeratorsNote')}
        checked={sharing.isPending ? sharing.variables : isShared}
        onChange={(isOn) => sharing.mutate(isOn)}
      />
      {sharing.isError && (
        <p role="alert" className="mt-3 text-danger">
          {t('statistics.saveFailed')}
        </p>
      )}
    </Card>
  );
}
