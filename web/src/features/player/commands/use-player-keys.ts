import { useEffect, useEffectEvent } from 'react';
import { type Commands, isSilent, rateBeside } from './commands.ts';
import type { Media } from './media.ts';
import { commandOf, type KeyCommand } from './player-keys.ts';
import { listen } from '../../../lib/listen.ts';

interface PlayerKeys {
  readonly frame: HTMLElement;
  readonly media: Media;
  readonly commands: Commands;
  readonly isLive: boolean;
  /** Shows what the keys do. */
  readonly onHelp: () => void;
  /** What a key has done, in words. */
  readonly onDone: (words: string) => void;
}

/** Obeys the keys while the player has the focus, or nothing on the page that could want them. */
export function usePlayerKeys({ frame, media, commands, isLive, onHelp, onDone }: PlayerKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isForPlayer(event, frame)) return;
    const command = commandOf(event, isLive);
    if (!command) return;
    event.preventDefault();
    if (command.do === 'help') onHelp();
    else onDone(obey(command, media, commands));
  });
  useEffect(() => listen(window, 'keydown', (event: KeyboardEvent) => press(event)), []);
}

/** What takes keys of its own: text, choices and sliders. */
const TAKES_KEYS =
  'input:not([type=range]), textarea, select, [contenteditable=true], [role=dialog], [role=menu], [role=listbox], [role=combobox]';
const SLIDER = 'input[type=range], [role=slider]';
const PRESSED_BY_SPACE = 'button, summary, [role=button], [role=switch], [role=tab]';

/**
 * Whether a key is meant for the player: any of its keys on the page itself or on the player, and its letters on whatever
 * else is focused, unless that takes letters. Space presses a focused button, and the arrows move a focused slider.
 */
export function isForPlayer(
  { target, key }: Pick<KeyboardEvent, 'target' | 'key'>,
  frame: HTMLElement,
): boolean {
  if (!(target instanceof HTMLElement) || target.closest(TAKES_KEYS)) return false;
  // Up and down move the page, unless the player has the focus or fills the screen.
  if (target === document.body || target.id === 'main')
    return (key !== 'ArrowUp' && key !== 'ArrowDown') || document.fullscreenElement === frame;
  if (key.startsWith('Arrow')) return frame.contains(target) && !target.closest(SLIDER);
  if (key === ' ') return frame.contains(target) && !target.closest(PRESSED_BY_SPACE);
  return true;
}

function obey(command: Exclude<KeyCommand, { do: 'help' }>, media: Media, commands: Commands): string {
  const { mediaPaused, mediaDuration = 0, mediaPlaybackRate = 1 } = media.state();
  switch (command.do) {
    case 'play':
      commands.togglePlay();
      return mediaPaused ? 'Play' : 'Pause';
    case 'mute': {
      const wasSilent = isSilent(media.state());
      commands.toggleMute();
      return wasSilent ? 'Sound on' : 'Muted';
    }
    case 'fullscreen':
      commands.toggleFullscreen();
      return '';
    case 'seekBy':
      commands.seekBy(command.seconds);
      return `${command.seconds > 0 ? '+' : '−'}${Math.abs(command.seconds)} s`;
    case 'seekToShare':
      commands.seekTo(mediaDuration * command.share);
      return `${command.share * 100} %`;
    case 'volumeBy':
      return `Volume ${Math.round(commands.changeVolume(command.change) * 100)} %`;
    case 'rate': {
      const rate = rateBeside(mediaPlaybackRate, command.step);
      commands.setRate(rate);
      return `${rate}×`;
    }
  }
}
