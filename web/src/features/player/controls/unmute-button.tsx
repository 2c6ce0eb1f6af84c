import { VolumeX } from 'lucide-react';
import { useState } from 'react';
import { type ControlProps, isSilent } from '../commands/commands.ts';
import { useMedia } from '../commands/media.ts';

/** Live starts without sound (specification §2): says so, until the viewer has heard some. */
export function UnmuteButton({ media, commands }: ControlProps) {
  const silent = useMedia(media, isSilent);
  const [past, setPast] = useState({ wasSilent: false, wasHeard: false });
  // Before the store has looked at the picture it takes it for one with sound.
  if (silent && !past.wasSilent) setPast({ ...past, wasSilent: true });
  if (!silent && past.wasSilent && !past.wasHeard) setPast({ ...past, wasHeard: true });
  if (!silent || past.wasHeard) return null;
  return (
    <button
      type="button"
      onClick={commands.toggleMute}
      className="absolute top-3 left-3 flex h-9 pointer-coarse:h-11 items-center gap-2 rounded-full bg-black/70 px-3 text-sm font-semibold text-white hover:bg-black/85 focus-visible:outline-white"
    >
      <VolumeX className="size-4" />
      Turn sound on
    </button>
  );
}
