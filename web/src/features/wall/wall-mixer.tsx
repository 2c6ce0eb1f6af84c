import { Volume2, VolumeX, X } from 'lucide-react';
import { Button, IconButton } from '../../ui/button.tsx';
import type { Fader, Mix } from './wall-mix.ts';

interface WallMixerProps {
  readonly tiles: readonly { readonly key: string; readonly name: string }[];
  readonly mix: Mix;
  readonly onRemove: (key: string) => void;
}

/** A fader each, and one mute for all. */
export function WallMixer({ tiles, mix, onRemove }: WallMixerProps) {
  const { isSilent, setSilent } = mix;
  return (
    <section aria-labelledby="mixer" className="rounded-lg border border-line bg-surface p-4">
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 id="mixer" className="font-semibold">
          Mixer
        </h2>
        <Button variant="secondary" size="sm" aria-pressed={isSilent} onClick={() => setSilent(!isSilent)}>
          {isSilent ? <VolumeX className="size-4" /> : <Volume2 className="size-4" />}
          Mute all
        </Button>
      </header>
      <ul className="space-y-2">
        {tiles.map(({ key, name }) => (
          <li key={key} className="flex items-center gap-2">
            <Channel name={name} fader={mix.faderOf(key)} onChange={(change) => mix.change(key, change)} />
            <IconButton label={`Remove ${name}`} onClick={() => onRemove(key)}>
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
  readonly fader: Fader;
  readonly onChange: (change: Partial<Fader>) => void;
}

function Channel({ name, fader: { volume, isMuted }, onChange }: ChannelProps) {
  const percent = Math.round(volume * 100);
  return (
    <>
      <IconButton
        label={isMuted ? `Unmute ${name}` : `Mute ${name}`}
        onClick={() => onChange({ isMuted: !isMuted })}
      >
        {isMuted ? <VolumeX className="size-5" /> : <Volume2 className="size-5" />}
      </IconButton>
      <span className="w-28 shrink-0 truncate text-sm sm:w-40">{name}</span>
      <input
        type="range"
        aria-label={`Volume of ${name}`}
        aria-valuetext={isMuted ? `${percent} %, muted` : `${percent} %`}
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
