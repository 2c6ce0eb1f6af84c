import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { Channel } from '#shared/channels/channels.ts';
import { RAID_COUNTDOWN_MS } from '#shared/limits.ts';
import { useHiddenNames } from '#web/lib/hooks/use-hidden-people.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { listen } from '#web/lib/listen.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Avatar } from '#web/ui/pictures/avatar.tsx';
import { Countdown } from './countdown.tsx';
import { type IncomingRaid, useRaid } from './use-raid.ts';

interface RaidCardProps {
  /** Whose stream the viewer watches. */
  readonly channel: Channel;
  /** The viewer is not moved, but invited. */
  readonly isHeld: boolean;
}

/** A card by which viewers learn of their streamer's raid, and stay or move. Render it as long as the page is open. */
export function RaidCard({ channel, isHeld }: RaidCardProps) {
  const navigate = useNavigate();
  const hidden = useHiddenNames();
  const fullscreen = useFullscreen();
  const { incoming, stay } = useRaid(channel.id, {
    isHeld,
    ignores: ({ target }) => hidden.includes(target.username),
    onMove: ({ target }) => void navigate(paths.channel(target.username)),
  });
  const card = incoming && <VisibleRaid incoming={incoming} name={channel.display_name} onStay={stay} />;
  return (
    <>
      <div role="status" className="sr-only">
        {incoming && <Announcement incoming={incoming} name={channel.display_name} />}
      </div>
      {fullscreen ? createPortal(card, fullscreen) : card}
    </>
  );
}

interface VisibleRaidProps {
  readonly incoming: IncomingRaid;
  /** Of the raider. */
  readonly name: string;
  readonly onStay: () => void;
}

const titleOf = ({ incoming, name }: Omit<VisibleRaidProps, 'onStay'>): string =>
  t('raids.isRaiding', { name, target: incoming.raid.target.display_name });

const movesIn = (values: { readonly count: number }): string => t('raids.movesIn', values);

/** Once, because the seconds change. */
const Announcement = (props: Omit<VisibleRaidProps, 'onStay'>) => (
  <>
    <p>{titleOf(props)}</p>
    {props.incoming.movesAtMs !== null && (
      <>
        <p>{movesIn({ count: RAID_COUNTDOWN_MS / 1000 })}</p>
        <p>{t('raids.escape')}</p>
      </>
    )}
  </>
);

/** Over the top of the player, which on phones stays in sight. It takes no focus. */
function VisibleRaid(props: VisibleRaidProps) {
  const { raid, movesAtMs } = props.incoming;
  const { username, avatar } = raid.target;
  const title = titleOf(props);
  return (
    <section
      aria-label={title}
      className="fixed inset-x-2 top-[calc(var(--bar)+0.5rem)] z-notice mx-auto flex max-w-lg animate-rise flex-wrap items-center gap-x-3 gap-y-2 card border-accent bg-surface p-3 text-ink shadow-popup"
    >
      <Avatar name={username} src={avatar} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-break-word">{title}</p>
        <p className="text-sm text-soft">
          {movesAtMs === null ? t('raids.invitation') : <Countdown untilMs={movesAtMs} words={movesIn} />}
        </p>
      </div>
      <div className="ms-auto flex gap-2">
        <Button variant="secondary" onClick={props.onStay}>
          {t('raids.stay')}
        </Button>
        <ButtonLink to={paths.channel(username)}>{t('raids.goNow')}</ButtonLink>
      </div>
    </section>
  );
}

/** The element that fills the screen, which hides everything else. */
const useFullscreen = (): Element | null =>
  useSyncExternalStore(subscribeToFullscreen, () => document.fullscreenElement ?? null);

const subscribeToFullscreen = (listener: () => void) => listen(document, 'fullscreenchange', listener);
