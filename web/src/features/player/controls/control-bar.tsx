import {
  Airplay,
  Cast as CastIcon,
  Keyboard,
  Maximize,
  MessageSquare,
  MessageSquareOff,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
} from 'lucide-react';
import { type Ref, type RefObject, useEffect, useRef } from 'react';
import { onDemand } from '#web/ui/on-demand.tsx';
import { ControlButton } from './control-look.tsx';
import { type Cast, isAirPlay } from '../commands/cast.ts';
import { FULL_CHAT } from '../commands/full-screen.ts';
import { type ControlProps, THEATER, useMedia } from '../commands/media.ts';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { Clock, LiveButton, VolumeControl } from './bar-controls.tsx';
import { type Chaptered, SeekBar, type SeekBarFiles } from './seek-bar.tsx';
import { QualityMenu, SettingsMenu, SpeedMenu } from './settings-menus.tsx';
import type { Steering } from '#web/lib/player-stage.ts';
import { t } from '#web/lib/i18n/messages.ts';

// Few streams can be rewound.
const LiveSeekBar = onDemand(() => import('./live-seek-bar.tsx'), 'LiveSeekBar', {
  fallback: <div className="h-5 pointer-coarse:h-7" />,
  isOptional: true,
});

interface ControlBarProps extends ControlProps, SeekBarFiles, Chaptered {
  readonly steering: Steering | null;
  readonly isLive: boolean;
  readonly cast: Cast;
  readonly onHelp: () => void;
  /** Whether a pointer has been over the player. */
  readonly hasPointer: boolean;
  /** Gets the slot of the bar that is reserved for the page's tools. */
  readonly toolsRef?: Ref<HTMLElement> | undefined;
}

export function ControlBar(props: ControlBarProps) {
  const { media, commands, steering, isLive, cast, storyboardUrl, curveUrl, chapters } = props;
  const { onHelp, hasPointer, toolsRef } = props;
  const bar = useRef<HTMLDivElement>(null);
  useHeightInFrame(bar);
  const hasPip = useMedia(media, ({ mediaPipUnavailable }) => mediaPipUnavailable === undefined);
  return (
    // As in every player, time and the buttons that control it go from left to right in all languages.
    <div dir="ltr" className={BAR}>
      <div ref={bar} data-bar className="flex flex-col pb-1 pointer-coarse:flex-col-reverse">
        <div>
          {!isLive && <SeekBar {...{ media, commands, storyboardUrl, curveUrl, chapters, hasPointer }} />}
          {steering?.live?.rewind && (
            <LiveSeekBar live={steering.live} rewind={steering.live.rewind} hasPointer={hasPointer} />
          )}
        </div>
        <div className="flex items-center">
          {/* Where there is touch, there is the button over the picture. */}
          <div className="pointer-coarse:hidden">
            <PlayButton media={media} commands={commands} />
          </div>
          <VolumeControl media={media} commands={commands} />
          {steering?.live && <LiveButton live={steering.live} media={media} />}
          {!isLive && <Clock media={media} chapters={chapters} />}
          <div className="ms-auto flex shrink-0 items-center justify-end">
            {!isLive && (
              <div className="hidden @xl:block">
                <SpeedMenu media={media} commands={commands} />
              </div>
            )}
            <span ref={toolsRef} className="contents" />
            <div className="hidden @xl:block">
              <div className="flex items-center">
                {steering && <QualityMenu steering={steering} />}
                <div className="hidden lg:block pointer-coarse:hidden">
                  <ControlButton label={t('player.shortcutsButton')} onClick={onHelp}>
                    <Keyboard className="size-5" />
                  </ControlButton>
                </div>
                {cast.isOffered && <CastButton cast={cast} />}
                {hasPip && <PipButton commands={commands} />}
              </div>
            </div>
            <div className="@xl:hidden">
              <SettingsMenu {...{ media, commands, steering, isLive, cast, hasPip }} />
            </div>
            <ChatButton commands={commands} />
            <TheaterButton commands={commands} />
            <FullscreenButton media={media} commands={commands} />
          </div>
        </div>
      </div>
    </div>
  );
}

const GAP_PX = 8;

/** Gives the frame the bar's height, with a gap, as `--bar-height`: for menus and captions above it. */
function useHeightInFrame(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = bar.current?.closest<HTMLElement>('[data-player]');
    if (!bar.current || !frame) return;
    const { current } = bar;
    const sizes = new ResizeObserver(() =>
      frame.style.setProperty('--bar-height', `${current.offsetHeight + GAP_PX}px`),
    );
    sizes.observe(current);
    return () => {
      sizes.disconnect();
      frame.style.removeProperty('--bar-height');
    };
  }, [bar]);
}

/** While hidden it takes no touches: the first touch only shows it. A mouse shows it as it moves. */
const BAR =
  'absolute inset-x-0 bottom-0 bg-linear-to-t from-black/85 via-black/50 to-transparent px-2 pt-8 opacity-0 transition-opacity sm:px-3 pointer-coarse:pointer-events-none ' +
  'pointer-coarse:group-data-shown/controls:pointer-events-auto group-data-shown/controls:opacity-100 ' +
  'pointer-coarse:has-focus-visible:pointer-events-auto has-focus-visible:opacity-100 ' +
  'pointer-coarse:has-aria-expanded:pointer-events-auto has-aria-expanded:opacity-100';

function PlayButton({ media, commands }: ControlProps) {
  const isPaused = useMedia(media, ({ mediaPaused = true }) => mediaPaused);
  const Icon = isPaused ? Play : Pause;
  return (
    <ControlButton
      label={isPaused ? t('player.playButton') : t('player.pauseButton')}
      onClick={commands.togglePlay}
    >
      <Icon className="size-5 fill-current" />
    </ControlButton>
  );
}

function CastButton({ cast: { remote, choose } }: { readonly cast: Cast }) {
  const Icon = isAirPlay() ? Airplay : CastIcon;
  return (
    <ControlButton label={isAirPlay() ? t('player.airPlayButton') : t('player.castButton')} onClick={choose}>
      <Icon className={`size-5 ${remote ? 'text-player-accent' : ''}`} />
    </ControlButton>
  );
}

const PipButton = ({ commands }: Pick<ControlProps, 'commands'>) => (
  <ControlButton label={t('player.pictureInPicture')} onClick={commands.togglePip}>
    <PictureInPicture2 className="size-5" />
  </ControlButton>
);

/** Only on the pages that have a large player. */
function TheaterButton({ commands }: Pick<ControlProps, 'commands'>) {
  const [theater] = useSetting(THEATER);
  return (
    <div className="hidden lg:in-data-theater-page:block in-fullscreen:hidden!">
      <ControlButton
        label={theater === null ? t('player.theaterButton') : t('player.exitTheaterButton')}
        onClick={commands.toggleTheater}
      >
        <RectangleHorizontal className={`size-5 ${theater === null ? '' : 'fill-current'}`} />
      </ControlButton>
    </div>
  );
}

/** In full screen only, on pages with a chat. */
function ChatButton({ commands }: Pick<ControlProps, 'commands'>) {
  const [chat] = useSetting(FULL_CHAT);
  const Icon = chat === null ? MessageSquareOff : MessageSquare;
  return (
    <div data-chat-button className="hidden">
      <ControlButton
        label={chat === null ? t('player.hideChatButton') : t('player.showChatButton')}
        onClick={commands.toggleChat}
      >
        <Icon className="size-5" />
      </ControlButton>
    </div>
  );
}

function FullscreenButton({ media, commands }: ControlProps) {
  const isFull = useMedia(media, ({ mediaIsFullscreen = false }) => mediaIsFullscreen);
  const isMissing = useMedia(
    media,
    ({ mediaFullscreenUnavailable }) => mediaFullscreenUnavailable !== undefined,
  );
  if (isMissing) return null;
  const Icon = isFull ? Minimize : Maximize;
  return (
    <ControlButton
      label={isFull ? t('player.exitFullScreenButton') : t('player.fullScreenButton')}
      onClick={commands.toggleFullscreen}
    >
      <Icon className="size-5" />
    </ControlButton>
  );
}
