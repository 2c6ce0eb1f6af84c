import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from 'react';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { firstPlayback, removeFirstPlayer } from './engine/first-playback.ts';
import { restoreSound, setSound } from './engine/preferences.ts';
import { listen } from '#web/lib/listen.ts';
import type { Sound, Stage } from '#web/lib/player-stage.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface PlayerFrameProps {
  readonly ref: Ref<HTMLDivElement>;
  /** The player's state, for tests. */
  readonly state: string;
  readonly stalls: number;
  readonly children: ReactNode;
}

/** The frame of a player, which fills the screen itself or with its page: `full-screen.ts`. */
export function PlayerFrame({ ref, state, stalls, children }: PlayerFrameProps) {
  return (
    <div
      ref={ref}
      // A click anywhere focuses it, so that it gets the keys that otherwise scroll the page.
      tabIndex={-1}
      data-player
      data-state={state}
      data-stalls={stalls}
      // Keeps the title below it visible on a low screen.
      className="relative isolate aspect-video max-h-(--player-height) w-full overflow-hidden bg-black text-white outline-none sm:rounded-card theater:max-h-(--below-bar) theater:rounded-none fullscreen:rounded-none"
    >
      {children}
    </div>
  );
}

interface VideoElementProps extends Omit<ComponentProps<'video'>, 'ref'> {
  readonly ref: (video: HTMLVideoElement | null) => void;
  readonly url: string;
}

/** The element of a player: the document's if it plays this URL already, else a new one. */
export function VideoElement({ ref, url, ...props }: VideoElementProps) {
  const [first] = useState(() => firstPlayback(url)?.video);
  const { className = '', 'aria-label': label = '' } = props;
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !first) return;
      // In one step, since an element outside of the document pauses.
      element.append(first);
      ref(first);
      return () => ref(null);
    },
    [first, ref],
  );
  useLayoutEffect(() => {
    first?.setAttribute('class', className);
    first?.setAttribute('aria-label', label);
  }, [first, className, label]);
  // There are no captions, and an empty track would announce some.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return first ? <div ref={place} /> : <video {...props} ref={ref} />;
}

export interface OwnSound {
  /** What it starts with, where it continues another player. @default what the viewer has chosen before */
  readonly sound?: Sound | undefined;
  /** Gets what the viewer changes. The caller's `sound` then always applies. @default the change is stored */
  readonly onSound?: ((change: Partial<Sound>) => void) | undefined;
}

/** Sets the sound of a player ahead of its first tone. */
export function useSound(
  video: HTMLVideoElement | null,
  isLive: boolean,
  { sound: given, onSound }: OwnSound,
): void {
  // A stream that is interrupted gets another element.
  const [own, setOwn] = useState(given);
  const sound = onSound ? given : own;
  const { volume, isMuted } = sound ?? {};
  useLayoutEffect(() => {
    if (!video) return;
    if (volume === undefined || isMuted === undefined) restoreSound(video, isLive);
    else setSound(video, { volume, isMuted });
  }, [video, isLive, volume, isMuted]);
  const changed = useEffectEvent((now: HTMLVideoElement) => {
    if (!sound) return;
    const change = {
      ...(now.volume !== volume && { volume: now.volume }),
      ...(now.muted !== isMuted && { isMuted: now.muted }),
    };
    if (Object.keys(change).length === 0) return;
    if (onSound) onSound(change);
    else setOwn({ ...sound, ...change });
  });
  useEffect(() => (video ? listen(video, 'volumechange', () => changed(video)) : undefined), [video]);
}

/** Removes the document's player, once the page has rendered its own. */
export const useAfterFirstPlayer = (hasRendered: boolean): void =>
  useEffect(() => {
    if (hasRendered) removeFirstPlayer();
  }, [hasRendered]);

export const spinningFan = <FanMark spinning className="size-10 text-player-accent sm:size-14" />;

/** Replaces the picture of a playback that has only sound. */
export const SoundCover = ({ isPlaying }: { readonly isPlaying: boolean }) => (
  <div className="absolute inset-0 grid place-items-center player-cover">
    <FanMark spinning={isPlaying} className="size-1/3 opacity-20" />
  </div>
);

export interface NoticeWords {
  readonly title: string;
  readonly text?: string | undefined;
  readonly icon: ReactNode;
  /** Says that the device is offline, which the page may say beside the player. @default false */
  readonly isOffline?: boolean;
}

export const OFFLINE_WORDS: NoticeWords = {
  title: t('player.offline'),
  text: t('player.offlineHint'),
  icon: spinningFan,
  isOffline: true,
};

interface NoticeProps {
  /** `null` while there is a picture. */
  readonly words: NoticeWords | null;
  readonly children?: ReactNode;
}

/** Covers the player with a message while it has no picture. Always rendered, so that screen readers announce changes. */
export function Notice({ words, children }: NoticeProps) {
  return (
    <div role="status" className={words ? COVER : 'sr-only'}>
      {words && (
        <>
          <span aria-hidden="true" className="mb-3 text-white/60 sm:mb-4">
            {words.icon}
          </span>
          <div className={words.isOffline ? 'beside-offline-bar:hidden' : 'contents'}>
            <p className="text-lg font-semibold sm:text-xl">{words.title}</p>
            {words.text && <p className="mt-1 max-w-sm text-sm text-white/70 sm:text-base">{words.text}</p>}
          </div>
          {children}
        </>
      )}
    </div>
  );
}

const COVER =
  'absolute inset-0 z-raised flex flex-col items-center justify-center player-cover px-6 text-center';

/** Renders a page's tools for the current playback. */
export type RenderTools = (stage: Stage) => ReactNode;

/** The tools of a player, from its first picture on. `bar` is the ref of `slot`, their place in the control bar. */
export function useTools(
  renderTools: RenderTools | undefined,
  stage: Omit<Stage, 'bar' | 'below'>,
  isVisible: boolean,
) {
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const [wasVisible, setWasVisible] = useState(false);
  if (isVisible && !wasVisible) setWasVisible(true);
  const content = renderTools && wasVisible && (
    <>
      <div ref={setBelow} className="empty:hidden" />
      {renderTools({ ...stage, bar, below })}
    </>
  );
  return { bar: setBar, slot: bar, content };
}
