import { useQuery } from '@tanstack/react-query';
import { Heart, Scissors, Send, Trophy } from 'lucide-react';
import { useEffect, useReducer } from 'react';
import { channelQuery } from '#web/features/channels/channels.queries.ts';
import { useChat } from '#web/features/chat/feed/use-chat.ts';
import { textOf } from '#web/features/chat/messages/message-words.ts';
import { latestClipsQuery } from '#web/features/clips/clips.queries.ts';
import { formatCount } from '#web/lib/i18n/counts.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { POLL_MS } from '#web/lib/realtime/recent-events.ts';
import { type Alert, type AlertsEvent, alertsReducer, NO_ALERTS } from './alerts.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import type { OverlaySettings } from './overlay-settings.ts';
import type { OverlayProps } from './overlay.types.ts';
import { ICON_STYLE, outlined } from './overlay-style.ts';

/** New followers, clips and raids of a channel, one after the other. */
export function AlertsOverlay({ channel, settings }: OverlayProps<'alerts'>) {
  const { alert, dispatch } = useAlert({ channel, settings });
  useEffect(() => {
    if (!alert || !settings.sound) return;
    void import('#web/features/chat/appearance/call-sound.ts')
      .then(({ playCallSound }) => playCallSound())
      .catch(() => {});
  }, [alert, settings.sound]);
  return (
    <>
      {settings.raids && <Raids channelId={channel.id} dispatch={dispatch} />}
      <AlertView alert={alert} font={settings.font} />
    </>
  );
}

interface RaidsProps {
  readonly channelId: string;
  readonly dispatch: (event: AlertsEvent) => void;
}

/** Raids are messages of the chat. */
function Raids({ channelId, dispatch }: RaidsProps) {
  const { messages } = useChat(channelId).state;
  useEffect(() => {
    dispatch({ type: 'messages', messages, nowMs: serverTime(Date.now()) });
  }, [messages, dispatch]);
  return null;
}

/** The alert that is visible now. */
function useAlert({ channel: { id, username, followers }, settings }: OverlayProps<'alerts'>) {
  const [{ queue }, dispatch] = useReducer(alertsReducer, NO_ALERTS);
  // Events bring the number of followers only when that of viewers changes.
  useQuery({ ...channelQuery(username), refetchInterval: POLL_MS });
  const { data: clips } = useQuery({ ...latestClipsQuery(id), enabled: settings.clips });
  const { follows, goal } = settings;
  useEffect(() => {
    dispatch({ type: 'followers', followers, settings: { follows, goal } });
  }, [followers, follows, goal]);
  useEffect(() => {
    if (clips) dispatch({ type: 'clips', clips });
  }, [clips]);
  const [alert] = queue;
  useEffect(() => {
    if (!alert) return undefined;
    const timer = setTimeout(() => dispatch({ type: 'next' }), settings.time * 1000);
    return () => clearTimeout(timer);
  }, [alert, settings.time]);
  return { alert, dispatch };
}

interface AlertViewProps {
  readonly alert: Alert | undefined;
  readonly font: OverlaySettings<'alerts'>['font'];
}

const ICONS = { follow: Heart, clip: Scissors, goal: Trophy, raid: Send } as const;

export function AlertView({ alert, font }: AlertViewProps) {
  const Icon = alert && ICONS[alert.kind];
  const [title, text] = alert ? wordsOf(alert) : [];
  return (
    <div data-overlay="alerts" className="grid place-content-center overflow-hidden" style={outlined(font)}>
      {Icon && (
        <div
          key={`${title} ${text}`}
          className="flex items-center gap-3 rounded-card bg-black/65 motion-safe:animate-rise"
          style={{ padding: '0.5em 0.8em' }}
        >
          <Icon className="text-player-accent" style={ICON_STYLE} />
          <div className="min-w-0">
            <p className="font-bold" style={{ lineHeight: 1.25 }}>
              {title}
            </p>
            <p
              dir="auto"
              className="line-clamp-2 wrap-anywhere"
              style={{ fontSize: '0.7em', lineHeight: 1.25 }}
            >
              {text}
            </p>
          </div>
        </div>
      )}
    </div>
  );
}

/** A title and a text. */
function wordsOf(alert: Alert): readonly [string, string] {
  switch (alert.kind) {
    case 'follow': {
      const { count, followers } = alert;
      return [
        t('overlays.newFollowers', { count }),
        t('overlays.followerCount', { count: followers, number: formatCount(followers) }),
      ];
    }
    case 'clip':
      return [t('overlays.newClip', { name: alert.clipper }), alert.title];
    case 'raid':
      return [t('overlays.raid'), textOf({ ...alert, message: '' })];
    case 'goal':
      return [t('overlays.goalReached'), t('overlays.followerCount', ofGoal(alert.goal))];
  }
}

const ofGoal = (count: number) => ({ count, number: formatCount(count) });
