import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { Captions as OneLanguage } from '#shared/videos/videos.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { listen } from '#web/lib/listen.ts';
import { shortcutKey } from '#web/lib/keyboard/shortcut-key.ts';
import { isForPlayer } from '../commands/player-keys.ts';
import type { CaptionSettings } from './caption-settings.ts';
import { CaptionsMenu } from './captions-menu.tsx';
import { Cues } from './cues.tsx';

export interface CaptionsPlace {
  readonly frame: HTMLElement;
  /** The slot of the control bar. */
  readonly bar: HTMLElement | null;
}

interface CaptionsViewProps extends CaptionsPlace {
  readonly captions: readonly OneLanguage[];
  readonly settings: CaptionSettings;
  /** Those of the present moment, in order. */
  readonly cues: readonly VTTCue[];
  readonly hasFailed: boolean;
}

/** The cues of the present moment over a picture, and the menu of captions in the control bar. */
export function CaptionsView({ frame, bar, captions, settings, cues, hasFailed }: CaptionsViewProps) {
  const { chosen } = settings;
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, altKey, metaKey, defaultPrevented } = event;
    if (shortcutKey(event) !== 'c' || ctrlKey || altKey || metaKey || defaultPrevented) return;
    if (!isForPlayer(event, frame)) return;
    event.preventDefault();
    settings.toggle();
  });
  useEffect(() => listen(window, 'keydown', (event: KeyboardEvent) => press(event)), []);
  return (
    <>
      {chosen && <Cues cues={cues} language={chosen.language} settings={settings} />}
      <p
        data-captions
        role="status"
        className={hasFailed ? FAILURE : 'sr-only'}
        style={{ bottom: 'calc(var(--bar-height, 4rem) + 0.5rem)' }}
      >
        {hasFailed
          ? t('player.captionsFailed')
          : chosen
            ? t('player.captionsOn', { label: chosen.label })
            : t('player.captionsOff')}
      </p>
      {bar && createPortal(<CaptionsMenu captions={captions} settings={settings} />, bar)}
    </>
  );
}

const FAILURE =
  'pointer-events-none absolute inset-x-0 z-raised mx-auto w-max max-w-[90%] rounded-md bg-black/75 px-3 py-1.5 text-sm text-white';
