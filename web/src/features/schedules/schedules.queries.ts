/** The queries of planned broadcasts, with their keys, and what changes them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChannelEvent } from '../../../../shared/live/channel-events.ts';
import type { Occurrence, Plan, PlanBody } from '../../../../shared/channels/schedules.ts';
import { UPCOMING_DEFAULT } from '../../../../shared/plain/schedule-limits.ts';
import { call } from '../../lib/api/api.ts';
import { fetchFresh } from '../../lib/realtime/recent-events.ts';

/** A page that stays open sees what was planned meanwhile. */
const REFRESH_MS = 5 * 60_000;

/** A channel's next planned broadcasts, as everybody sees them. */
export const upcomingQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['schedules', 'upcoming', channelId],
    queryFn: ({ signal }) =>
      fetchFresh(
        () => call('GET /schedules/{channel_id}', { params: { channel_id: channelId }, signal }),
        () => channelId,
        upcomingChangedBy,
      ),
    refetchInterval: REFRESH_MS,
    meta: { failureLog: 'Error fetching the schedule' },
  });

/** What becomes of them by what the socket tells of their channel. */
export const upcomingChangedBy = (upcoming: Occurrence[], event: ChannelEvent): Occurrence[] =>
  event.type === 'schedule' ? [...event.upcoming] : upcoming;

/** What the caller has planned. Needs a signed-in user, as what follows does. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['schedules', 'plans'],
    queryFn: ({ signal }) => call('GET /schedules', { signal }),
    meta: { failureLog: 'Error fetching your schedule' },
  });

/** The next of them, as everybody will see them once the caches know. */
export const occurrencesOf = (plans: readonly Plan[]): Occurrence[] =>
  plans
    .flatMap(({ id, title, game, duration_min, days }) =>
      days
        .filter(({ is_cancelled }) => !is_cancelled)
        .map(({ day, starts_at }) => {
          const ends_at = new Date(Date.parse(starts_at) + duration_min * 60_000).toISOString();
          return { id: `${id}_${day}`, title, game, starts_at, ends_at };
        }),
    )
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
    .slice(0, UPCOMING_DEFAULT);

/** Of which of a channel's planned broadcasts the caller will be reminded. */
export const remindersQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['schedules', 'reminders', channelId],
    queryFn: ({ signal }) =>
      call('GET /schedules/{channel_id}/reminders', { params: { channel_id: channelId }, signal }),
    meta: { failureLog: 'Error fetching your reminders' },
  });

/** Takes whether the caller shall be reminded of one of a channel's broadcasts; the page shows it at once. */
export function useRemind(channelId: string, occurrenceId: string) {
  const cache = useQueryClient();
  const { queryKey } = remindersQuery(channelId);
  const show = (wanted: boolean) =>
    cache.setQueryData(queryKey, (known) => {
      const others = (known?.occurrence_ids ?? []).filter((id) => id !== occurrenceId);
      return { occurrence_ids: wanted ? [...others, occurrenceId] : others };
    });
  const params = { channel_id: channelId, occurrence_id: occurrenceId };
  return useMutation({
    // One after the other, so that the last press wins however long each takes.
    scope: { id: `remind ${occurrenceId}` },
    mutationFn: (wanted: boolean) =>
      call(
        wanted
          ? 'PUT /schedules/{channel_id}/reminders/{occurrence_id}'
          : 'DELETE /schedules/{channel_id}/reminders/{occurrence_id}',
        { params },
      ),
    onMutate: async (wanted) => {
      await cache.cancelQueries({ queryKey });
      show(wanted);
    },
    onError: (_, wanted) => show(!wanted),
  });
}

/** Plans a broadcast, or changes one. */
export function useSavePlan() {
  const take = useTakePlan();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: PlanBody }) =>
      call('PUT /schedules/plans/{plan_id}', { params: { plan_id: id }, body }),
    onSuccess: take,
  });
}

/** Cancels all of a planned broadcast. */
export function useCancelPlan() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /schedules/plans/{plan_id}', { params: { plan_id: id } }),
    onSuccess: async (_, id) => {
      const { queryKey } = plansQuery();
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, (plans) => plans?.filter((plan) => plan.id !== id));
    },
  });
}

/** Has a planned broadcast take place on a day, or not. */
export function useSetDay(id: string) {
  const take = useTakePlan();
  return useMutation({
    mutationFn: ({ day, takesPlace }: { readonly day: string; readonly takesPlace: boolean }) =>
      call(
        takesPlace
          ? 'PUT /schedules/plans/{plan_id}/days/{day}'
          : 'DELETE /schedules/plans/{plan_id}/days/{day}',
        { params: { plan_id: id, day } },
      ),
    onSuccess: take,
  });
}

/** What a plan has become stands in the list at once, in its place. */
function useTakePlan() {
  const cache = useQueryClient();
  return async (plan: Plan) => {
    const { queryKey } = plansQuery();
    // A list that was asked for before would bring the old one back.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, (plans = []) =>
      [...plans.filter(({ id }) => id !== plan.id), plan].toSorted((a, b) =>
        (a.days[0]?.starts_at ?? '') < (b.days[0]?.starts_at ?? '') ? -1 : 1,
      ),
    );
  };
}
