/** Which alerts follow from what a channel's page can read, and their queue. Pure. */
import type { ChatMessage } from '#shared/community/chat.ts';
import { RAID_FRESH_MS } from '#shared/limits.ts';
import type { Clip } from '#shared/videos/clips.ts';
import type { OverlaySettings } from './overlay-settings.ts';

export type Alert =
  /** Who follows is not public. */
  | { readonly kind: 'follow'; readonly count: number; readonly followers: number }
  | { readonly kind: 'clip'; readonly title: string; readonly clipper: string }
  | { readonly kind: 'goal'; readonly goal: number }
  | ({ readonly kind: 'raid' } & RaidOf);

type RaidOf = Pick<ChatMessage, 'username'> & Required<Pick<ChatMessage, 'raid'>>;

export interface AlertsState {
  /** The most followers so far, so that leaving and following again is no alert; `null` before the first number. */
  readonly mostFollowers: number | null;
  /** The id of the newest clip, `''` without one; `null` before the first answer. */
  readonly newestClip: string | null;
  /** The id of the newest message of a raid; `''` without one. */
  readonly newestRaid: string;
  /** The first one is visible. */
  readonly queue: readonly Alert[];
}

export type AlertsEvent =
  | {
      readonly type: 'followers';
      readonly followers: number;
      readonly settings: Pick<OverlaySettings<'alerts'>, 'follows' | 'goal'>;
    }
  /** The newest first. */
  | { readonly type: 'clips'; readonly clips: readonly Pick<Clip, 'id' | 'title' | 'clipper'>[] }
  /** Messages of the chat, the oldest first, at a time of the server in ms since 1970. */
  | { readonly type: 'messages'; readonly messages: readonly ChatMessage[]; readonly nowMs: number }
  | { readonly type: 'next' };

export const NO_ALERTS: AlertsState = { mostFollowers: null, newestClip: null, newestRaid: '', queue: [] };

/** Of a rush, the oldest are kept. */
export const MAX_WAITING = 20;

export function alertsReducer(state: AlertsState, event: AlertsEvent): AlertsState {
  switch (event.type) {
    case 'followers':
      return followed(state, event);
    case 'clips':
      return clipped(state, event.clips);
    case 'messages':
      return raided(state, event);
    case 'next':
      return { ...state, queue: state.queue.slice(1) };
  }
}

function followed(
  state: AlertsState,
  { followers, settings: { follows, goal } }: Extract<AlertsEvent, { type: 'followers' }>,
): AlertsState {
  const most = state.mostFollowers;
  if (most !== null && followers <= most) return state;
  const known = { ...state, mostFollowers: followers };
  if (most === null) return known;
  const isReached = goal > most && goal <= followers;
  return withAlerts(known, [
    ...(follows ? [{ kind: 'follow', count: followers - most, followers } as const] : []),
    ...(isReached ? [{ kind: 'goal', goal } as const] : []),
  ]);
}

function clipped(state: AlertsState, clips: readonly Pick<Clip, 'id' | 'title' | 'clipper'>[]): AlertsState {
  const known = state.newestClip;
  // Ids sort by time.
  const fresh = clips.filter(({ id }) => known !== null && id > known).toReversed();
  const newestClip = fresh.at(-1)?.id ?? known ?? clips[0]?.id ?? '';
  if (newestClip === known) return state;
  return withAlerts(
    { ...state, newestClip },
    fresh.map(({ title, clipper }) => ({ kind: 'clip', title, clipper })),
  );
}

/** An overlay that was away passes over what it missed. */
function raided(
  state: AlertsState,
  { messages, nowMs }: Extract<AlertsEvent, { type: 'messages' }>,
): AlertsState {
  const fresh = messages.flatMap(({ id, username, raid, timestamp }) =>
    raid && id > state.newestRaid && nowMs - Date.parse(timestamp) <= RAID_FRESH_MS
      ? [{ id, username, raid }]
      : [],
  );
  const newestRaid = fresh.at(-1)?.id;
  if (newestRaid === undefined) return state;
  return withAlerts(
    { ...state, newestRaid },
    fresh.map(({ username, raid }) => ({ kind: 'raid', username, raid })),
  );
}

function withAlerts(state: AlertsState, alerts: readonly Alert[]): AlertsState {
  return { ...state, queue: alerts.reduce(queued, state.queue).slice(0, MAX_WAITING) };
}

/** Follows that wait are one alert. */
function queued(queue: readonly Alert[], alert: Alert): readonly Alert[] {
  const at = queue.findIndex(({ kind }, index) => index > 0 && kind === 'follow');
  const waiting = queue[at];
  if (alert.kind !== 'follow' || waiting?.kind !== 'follow') return [...queue, alert];
  return queue.with(at, { ...alert, count: waiting.count + alert.count });
}
