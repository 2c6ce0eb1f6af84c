/** The keyboard shortcuts of the player, as most video sites have them. */
import { useEffect, useEffectEvent } from 'react';
import { listen } from '#web/lib/listen.ts';
import { shortcutKey } from '#web/lib/keyboard/shortcut-key.ts';
import { isFullScreen } from './full-screen.ts';
import { type Commands, hasTheater, isSilent, type Media, rateBeside } from './media.ts';
import { formatChange, formatPercent } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

type KeyCommand =
  | { readonly do: 'play' | 'mute' | 'fullscreen' | 'theater' }
  | { readonly do: 'help' }
  | { readonly do: 'seekBy'; readonly seconds: number }
  | { readonly do: 'seekToShare'; readonly share: number }
  | { readonly do: 'volumeBy'; readonly change: number }
  | { readonly do: 'rate'; readonly step: 1 | -1 };

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const ARROW_S = 5;
const LETTER_S = 10;
const VOLUME_STEP = 0.05;

const COMMANDS: Readonly<Record<string, KeyCommand>> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  t: { do: 'theater' },
  j: { do: 'seekBy', seconds: -LETTER_S },
  l: { do: 'seekBy', seconds: LETTER_S },
  ArrowLeft: { do: 'seekBy', seconds: -ARROW_S },
  ArrowRight: { do: 'seekBy', seconds: ARROW_S },
  ArrowUp: { do: 'volumeBy', change: VOLUME_STEP },
  ArrowDown: { do: 'volumeBy', change: -VOLUME_STEP },
  '<': { do: 'rate', step: -1 },
  '>': { do: 'rate', step: 1 },
  '?': { do: 'help' },
};

interface KeyHelp {
  readonly keys: readonly string[];
  readonly does: string;
  /** @default of every player */
  readonly of?: 'videos' | 'theater' | 'captions';
}

/** What decides which keys a player has. */
export interface KindOfPlayer {
  readonly isLive: boolean;
  /** Whether the page has a large player (theater mode). */
  readonly hasTheater: boolean;
  /** @default false */
  readonly hasCaptions?: boolean;
}

const HELP: readonly KeyHelp[] = [
  { keys: [t('player.spaceKey'), 'k'], does: t('player.shortcutPlay') },
  { keys: ['←', '→'], does: t('player.shortcutSkip5') },
  { keys: ['j', 'l'], does: t('player.shortcutSkip10') },
  { keys: ['0', '…', '9'], does: t('player.shortcutTenth'), of: 'videos' },
  { keys: ['↑'], does: t('player.shortcutLouder') },
  { keys: ['↓'], does: t('player.shortcutQuieter') },
  { keys: ['m'], does: t('player.shortcutMute') },
  { keys: ['<'], does: t('player.shortcutSlower'), of: 'videos' },
  { keys: ['>'], does: t('player.shortcutFaster'), of: 'videos' },
  { keys: ['f'], does: t('player.shortcutFullScreen') },
  { keys: ['t'], does: t('player.shortcutTheater'), of: 'theater' },
  { keys: ['c'], does: t('player.shortcutCaptions'), of: 'captions' },
  { keys: ['?'], does: t('player.shortcutHelp') },
];

export const keyHelp = ({ isLive, hasTheater, hasCaptions = false }: KindOfPlayer): readonly KeyHelp[] => {
  const has = { videos: !isLive, theater: hasTheater, captions: hasCaptions };
  return HELP.filter(({ of }) => of === undefined || has[of]);
};

/** The command of a key; `null`: none. A live stream has neither a rate nor tenths. */
export function commandOf(pressed: Pressed, { isLive, hasTheater }: KindOfPlayer): KeyCommand | null {
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey) return null;
  const key = shortcutKey(pressed);
  if (/^\d$/.test(key)) return isLive ? null : { do: 'seekToShare', share: Number(key) / 10 };
  const command = COMMANDS[key] ?? null;
  if (isLive && command?.do === 'rate') return null;
  return command?.do === 'theater' && !hasTheater ? null : command;
}

interface PlayerKeys {
  readonly frame: HTMLElement;
  readonly media: Media;
  readonly commands: Commands;
  readonly isLive: boolean;
  readonly onHelp: () => void;
  /** Gets a short text about the effect of a key. */
  readonly onDone: (text: string) => void;
}

/** Handles the keys while the player has the focus, or nothing on the page that needs them. */
export function usePlayerKeys({ frame, media, commands, isLive, onHelp, onDone }: PlayerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isForPlayer(event, frame)) return;
    const command = commandOf(event, { isLive, hasTheater: hasTheater(frame) });
    if (!command) return;
    event.preventDefault();
    if (command.do === 'help') onHelp();
    else onDone(execute(command, media, commands));
  });
  useEffect(() => listen(window, 'keydown', (event: KeyboardEvent) => press(event)), []);
}

/** Elements that handle keys themselves: text fields, choices and dialogs. */
const TAKES_KEYS =
  'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]';
const SLIDER = 'input[type=range], [role=slider]';
const PRESSED_BY_SPACE = 'button, summary, [role=button], [role=switch], [role=tab]';

/**
 * Whether a key is meant for the player: any of its keys while the page or the player has the focus, and its letters while
 * another element has it that takes no letters. Space presses a focused button, and the arrows move a focused slider.
 */
export function isForPlayer(
  { target, key }: Pick<KeyboardEvent, 'target' | 'key'>,
  frame: HTMLElement,
): boolean {
  if (!(target instanceof HTMLElement) || target.closest(TAKES_KEYS)) return false;
  // Up and down move the page, unless the player has the focus or fills the screen.
  if (target === document.body || target.id === 'main')
    return (key !== 'ArrowUp' && key !== 'ArrowDown') || isFullScreen(frame);
  if (key.startsWith('Arrow')) return frame.contains(target) && !target.closest(SLIDER);
  if (key === ' ') return frame.contains(target) && !target.closest(PRESSED_BY_SPACE);
  return true;
}

function execute(command: Exclude<KeyCommand, { do: 'help' }>, media: Media, commands: Commands): string {
  const { mediaPaused, mediaDuration = 0, mediaPlaybackRate = 1 } = media.state();
  switch (command.do) {
    case 'play':
      commands.togglePlay();
      return mediaPaused ? t('player.played') : t('player.paused');
    case 'mute': {
      const wasSilent = isSilent(media.state());
      commands.toggleMute();
      return wasSilent ? t('player.unmuted') : t('player.muted');
    }
    case 'fullscreen':
      commands.toggleFullscreen();
      return '';
    case 'theater':
      commands.toggleTheater();
      return '';
    case 'seekBy':
      commands.seekBy(command.seconds);
      return formatChange(command.seconds, 'second');
    case 'seekToShare':
      commands.seekTo(mediaDuration * command.share);
      return formatPercent(command.share);
    case 'volumeBy':
      return t('player.volumeChanged', { change: formatPercent(commands.changeVolume(command.change)) });
    case 'rate': {
      const rate = rateBeside(mediaPlaybackRate, command.step);
      commands.setRate(rate);
      return t('player.rate', { rate });
    }
  }
}
