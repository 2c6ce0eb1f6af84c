import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Cue } from '#shared/plain/captions/write-captions.ts';
import { useCaptionSettings } from './caption-settings.ts';
import { Cues } from './cues.tsx';

interface CaptionPreviewProps {
  readonly frame: HTMLElement;
  readonly language: string;
  /** Those of the present moment. */
  readonly cues: readonly Cue[];
}

/** Captions over the picture that are not saved yet. */
export function CaptionPreview({ frame, language, cues }: CaptionPreviewProps) {
  const settings = useCaptionSettings([]);
  const written = useMemo(() => cues.map(vttCueOf), [cues]);
  return createPortal(<Cues cues={written} language={language} settings={settings} />, frame);
}

/** Of the settings, `Cues` regards the line. */
function vttCueOf({ startMs, endMs, text, settings }: Cue): VTTCue {
  const cue = new VTTCue(startMs / 1000, endMs / 1000, text);
  const [, line, percent] = /(?:^|\s)line:(-?[\d.]+)(%?)/.exec(settings) ?? [];
  if (line !== undefined) Object.assign(cue, { snapToLines: !percent, line: Number(line) });
  return cue;
}
