import { Gauge } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { endAll, listen } from '#web/lib/listen.ts';
import { playerSound, type SoundSource } from '../link/sound-source.ts';
import { wordsFor } from '../panel/meter-words.ts';
import { useMeter } from '../link/meter-link.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface MeterOverlayProps {
  readonly video: HTMLVideoElement;
  /** The player's frame, in which the overlay is rendered. */
  readonly frame: HTMLElement;
  /** As counted by the streamer. */
  readonly blades: number | null;
}

export function MeterOverlay({ video, frame, blades }: MeterOverlayProps) {
  const source = useMemo(() => playerSound(video), [video]);
  const mayListen = useMayListen();
  if (!source || !mayListen) return null;
  return createPortal(<Speed key={blades} source={source} blades={blades} />, frame);
}

function Speed({ source, blades }: { readonly source: SoundSource; readonly blades: number | null }) {
  const { reading } = useMeter(source, { blades });
  if (!reading || !('speed' in reading.estimate)) return null;
  const { headline, behaviour } = wordsFor(reading);
  return (
    <p
      data-corner
      className="pointer-events-none absolute top-3 end-3 z-raised flex animate-rise items-center gap-2 rounded-full bg-black/70 px-3 py-1.5 text-sm font-semibold text-white tabular-nums"
    >
      <Gauge aria-hidden="true" className="size-4 text-player-accent" />
      <span className="sr-only">{t('meter.prefix')}</span>
      {headline}
      {behaviour && <span className="font-normal text-white/80">{behaviour}</span>}
    </p>
  );
}

const PRESSES = ['pointerup', 'keyup'];

function useMayListen(): boolean {
  const [hasPressed, setHasPressed] = useState(() => navigator.userActivation?.hasBeenActive ?? false);
  useEffect(() => {
    if (hasPressed) return;
    return endAll(PRESSES.map((press) => listen(document, press, () => setHasPressed(true))));
  }, [hasPressed]);
  const isSeen = useSyncExternalStore(
    (listener) => listen(document, 'visibilitychange', listener),
    () => !document.hidden,
  );
  return hasPressed && isSeen;
}
