import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Occurrence, Plan, PlanBody } from '#shared/channels/schedules.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { UPCOMING_DEFAULT } from '#shared/plain/schedules/schedule-limits.ts';
import { call } from '#web/lib/api/api.ts';
import { fetchFresh } from '#web/lib/realtime/recent-events.ts';
import { useLiveQuery } from '#web/lib/realtime/use-live-query.ts';

const REFRESH_MS = 5 * 60_000;

const upcomingQuery = (channelId: string) =>
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

/** Applies a channel event to them. */
const upcomingChangedBy = (upcoming: Occurrence[], event: ChannelEvent): Occurrence[] =>
  event.type === 'schedule' ? [...event.upcoming] : upcoming;

export const plansQuery = () =>
  queryOptions({
    queryKey: ['schedules', 'plans'],
    queryFn: ({ signal }) => call('GET /schedules', { signal }),
    meta: { failureLog: 'Error fetching your schedule' },
  });

/** The next occurrences, as others will see them after caches expire. */
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

/** The caller's reminders of a channel's broadcasts. */
export const remindersQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['schedules', 'reminders', channelId],
    queryFn: ({ signal }) =>
      call('GET /schedules/{channel_id}/reminders', { params: { channel_id: channelId }, signal }),
    meta: { failureLog: 'Error fetching your reminders' },
  });

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
    // In sequence, so that the last press wins.
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

export function useSavePlan() {
  const take = useTakePlan();
  return useMutation({
    mutationFn: ({ id, body }: { readonly id: string; readonly body: PlanBody }) =>
      call('PUT /schedules/plans/{plan_id}', { params: { plan_id: id }, body }),
    onSuccess: take,
  });
}

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

/** Updates a saved plan in the cached list. */
function useTakePlan() {
  const cache = useQueryClient();
  return async (plan: Plan) => {
    const { queryKey } = plansQuery();
    // An earlier request would restore the old plan.
    await cache.cancelQueries({ queryKey });
    cache.setQueryData(queryKey, (plans = []) =>
      [...plans.filter(({ id }) => id !== plan.id), plan].toSorted((a, b) =>
        (a.days[0]?.starts_at ?? '') < (b.days[0]?.starts_at ?? '') ? -1 : 1,
      ),
    );
  };
}

export function useUpcoming(channelId: string) {
  const query = upcomingQuery(channelId);
  useLiveQuery(channelId, query.queryKey, upcomingChangedBy);
  return useQuery(query);
}
