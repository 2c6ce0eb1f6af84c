import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Occurrence } from '#shared/channels/schedules.ts';
import type { Channel } from '#shared/channels/channels.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { formatDuration } from '#web/lib/i18n/numbers.ts';
import { useNow } from '#web/lib/hooks/browser-hooks.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { paths } from '#web/lib/paths.ts';
import { IconButton } from '#web/ui/button.tsx';
import { copy } from '#web/ui/overlays/copy-and-share.ts';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { PlanBroadcasts } from './editor/plan-broadcasts.tsx';
import { RemindButton } from './remind-button.tsx';
import { occurrencesOf, plansQuery, remindersQuery, useUpcoming } from './schedules.queries.ts';
import { exactly, whenWords } from './when-words.ts';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Updates the texts: "Tomorrow" becomes "Today". */
const UPDATE_EVERY_MS = 15_000;

export interface UpcomingProps {
  readonly channel: Pick<Channel, 'id' | 'username' | 'display_name' | 'schedule'>;
  readonly isOwn: boolean;
}

/** A channel's next broadcasts in local time. The streamer can plan more. */
export function Upcoming(props: UpcomingProps) {
  return (
    <div className="space-y-4 not-first:mt-4">
      {props.isOwn ? <OwnUpcoming {...props} /> : <OthersUpcoming {...props} />}
    </div>
  );
}

function OthersUpcoming({ channel }: UpcomingProps) {
  const query = useUpcoming(channel.id);
  return (
    <Loaded query={query} failure={t('schedules.loadFailed')} isInCard skeleton={SHAPE}>
      {(occurrences) => <Occurrences channel={channel} occurrences={occurrences} canRemind />}
    </Loaded>
  );
}

function OwnUpcoming({ channel }: UpcomingProps) {
  const query = useQuery(plansQuery());
  return (
    <>
      <Loaded query={query} failure={t('schedules.ownLoadFailed')} isInCard skeleton={SHAPE}>
        {(plans) => <Occurrences channel={channel} occurrences={occurrencesOf(plans)} canRemind={false} />}
      </Loaded>
      <PlanBroadcasts />
    </>
  );
}

const SHAPE = <Skeleton className="h-6 w-2/3" />;

interface OccurrencesProps {
  readonly channel: UpcomingProps['channel'];
  readonly occurrences: readonly Occurrence[];
  readonly canRemind: boolean;
}

function Occurrences({ channel, occurrences, canRemind }: OccurrencesProps) {
  const nowMs = serverTime(useNow(UPDATE_EVERY_MS));
  const ahead = occurrences.filter(({ ends_at }) => Date.parse(ends_at) > nowMs);
  const reminded = useQuery({ ...remindersQuery(channel.id), enabled: useSession() !== null && canRemind });
  if (ahead.length === 0)
    return channel.schedule ? null : <p className="text-soft">{t('schedules.noUpcoming')}</p>;
  return (
    <>
      <ul aria-label={t('schedules.broadcasts')} className="divide-y divide-line">
        {ahead.map((occurrence) => (
          <li key={occurrence.id} className="py-3 first:pt-0">
            <Words occurrence={occurrence} nowMs={nowMs}>
              {canRemind && (
                <RemindButton
                  channelId={channel.id}
                  occurrence={occurrence}
                  nowMs={nowMs}
                  isSet={reminded.data?.occurrence_ids.includes(occurrence.id) ?? false}
                />
              )}
            </Words>
          </li>
        ))}
      </ul>
      <CalendarLinks {...channel} />
    </>
  );
}

interface WordsProps {
  readonly occurrence: Occurrence;
  readonly nowMs: number;
  readonly children: ReactNode;
}

function Words({ occurrence, nowMs, children }: WordsProps) {
  const { title, game, starts_at, ends_at } = occurrence;
  const lengthS = (Date.parse(ends_at) - Date.parse(starts_at)) / 1000;
  return (
    <>
      <time dateTime={starts_at} title={exactly(starts_at)} className="text-sm font-semibold text-accent">
        {whenWords(occurrence, nowMs)}
      </time>
      <p dir="auto" className="font-medium wrap-anywhere">
        {title}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="text-sm text-soft wrap-anywhere">
          {categoryName(game)} · {formatDuration(lengthS)}
        </p>
        {children}
      </div>
    </>
  );
}

/** `webcal:` subscribes a calendar program; others get the address. */
function CalendarLinks({
  username,
  display_name,
}: Pick<UpcomingProps['channel'], 'username' | 'display_name'>) {
  const address = `${location.host}${paths.channel(username)}/schedule.ics`;
  return (
    <p className="flex items-center gap-1 text-sm">
      <a
        href={`webcal://${address}`}
        title={t('schedules.subscribe', { displayName: display_name })}
        className="inline-flex min-h-control-md items-center gap-2 rounded-sm font-medium text-accent hover:underline"
      >
        <CalendarPlus className="size-4" />
        {t('schedules.addToCalendar')}
      </a>
      <IconButton
        label={t('schedules.copyCalendarLink')}
        onClick={() => void copy(`${location.protocol}//${address}`)}
      >
        <Link2 className="size-4" />
      </IconButton>
    </p>
  );
}
