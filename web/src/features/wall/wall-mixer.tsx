import { Volume2, VolumeX, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { formatPercent } from '#web/lib/i18n/numbers.ts';
import { keep, readKept } from '#web/lib/kept.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import type { Sound } from '#web/lib/player-stage.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Faders by the keys of their tiles. */
type Faders = Readonly<Record<string, Sound>>;

const KEY = 'wall.faders';
/** Muted at first; half volume, because several players together are loud. */
const AT_FIRST: Sound = { volume: 0.5, isMuted: true };

export function readFaders(kept: unknown): Faders {
  if (typeof kept !== 'object' || kept === null) return {};
  const entries = Object.entries(kept as Record<string, Partial<Sound> | null>).flatMap(([key, fader]) => {
    const volume = fader?.volume;
    if (typeof volume !== 'number' || !(volume >= 0 && volume <= 1)) return [];
    // Muted, because browsers allow no sound before a user gesture.
    return [[key, { volume, isMuted: true }] as const];
  });
  return Object.fromEntries(entries);
}

export type Mix = ReturnType<typeof useMix>;

/** The volumes of the wall's players, stored in this browser. */
export function useMix() {
  const [faders, setFaders] = useState(() => readFaders(readKept('localStorage', KEY)));
  const [isSilent, setSilent] = useState(false);
  // Several players may report changes between two renders.
  const latest = useRef(faders);
  const faderOf = (key: string) => faders[key] ?? AT_FIRST;
  const change = (keys: readonly string[], change: Partial<Sound>) => {
    const before = latest.current;
    const changed = keys.map((key) => [key, { ...(before[key] ?? AT_FIRST), ...change }] as const);
    const next = { ...before, ...Object.fromEntries(changed) };
    latest.current = next;
    keep('localStorage', KEY, next);
    setFaders(next);
    // Unmuting one player also ends "Mute all".
    if (change.isMuted === false) setSilent(false);
  };
  /** What is heard of a tile. */
  const soundOf = (key: string): Sound => {
    const { volume, isMuted } = faderOf(key);
    return { volume, isMuted: isMuted || isSilent };
  };
  return {
    faderOf,
    soundOf,
    change,
    /** Mutes all without changing the single faders. */
    setSilent,
    /** Whether none of these is heard. */
    areMuted: (keys: readonly string[]) => keys.every((key) => soundOf(key).isMuted),
    /** Brings back what "Mute all" has muted; where all were muted one by one, it unmutes all. */
    unmuteAll: (keys: readonly string[]) => {
      if (keys.some((key) => !faderOf(key).isMuted)) setSilent(false);
      else change(keys, { isMuted: false });
    },
  };
}

interface WallMixerProps {
  readonly tiles: readonly { readonly key: string; readonly name: string }[];
  readonly mix: Mix;
  readonly onRemove: (key: string) => void;
}

export function WallMixer({ tiles, mix, onRemove }: WallMixerProps) {
  const keys = tiles.map(({ key }) => key);
  const areMuted = mix.areMuted(keys);
  const { box, removed } = useRemovalFocus<HTMLElement>('li>button:last-of-type', 'button');
  return (
    <section ref={box} aria-labelledby="mixer" className="card p-4">
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 id="mixer" className="font-semibold">
          {t('wall.mixer')}
        </h2>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => (areMuted ? mix.unmuteAll(keys) : mix.setSilent(true))}
        >
          {areMuted ? <VolumeX className="size-4" /> : <Volume2 className="size-4" />}
          {areMuted ? t('wall.unmuteAll') : t('wall.muteAll')}
        </Button>
      </header>
      <ul className="space-y-2">
        {tiles.map(({ key, name }, at) => (
          <li key={key} className="flex items-center gap-2">
            <Channel name={name} fader={mix.faderOf(key)} onChange={(change) => mix.change([key], change)} />
            <IconButton
              label={t('wall.removeTile', { name })}
              onClick={() => {
                removed(at);
                onRemove(key);
              }}
            >
              <X className="size-5" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChannelProps {
  readonly name: string;
  readonly fader: Sound;
  readonly onChange: (change: Partial<Sound>) => void;
}

function Channel({ name, fader: { volume, isMuted }, onChange }: ChannelProps) {
  const percent = formatPercent(volume);
  return (
    <>
      <IconButton
        label={isMuted ? t('wall.unmuteTile', { name }) : t('wall.muteTile', { name })}
        onClick={() => onChange({ isMuted: !isMuted })}
      >
        {isMuted ? <VolumeX className="size-5" /> : <Volume2 className="size-5" />}
      </IconButton>
      <span dir="auto" className="w-28 shrink-0 truncate text-sm sm:w-40">
        {name}
      </span>
      <input
        type="range"
        aria-label={t('wall.volumeOfTile', { name })}
        aria-valuetext={isMuted ? t('wall.mutedAt', { percent }) : percent}
        min={0}
        max={1}
        step={0.05}
        value={volume}
        onChange={({ target }) => onChange({ volume: Number(target.value), isMuted: false })}
        className={`h-11 min-w-0 flex-1 cursor-pointer accent-accent ${isMuted ? 'opacity-60' : ''}`}
      />
    </>
  );
}
