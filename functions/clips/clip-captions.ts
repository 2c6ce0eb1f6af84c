import { type Cue, parseCaptions } from '../../shared/plain/captions/parse-captions.ts';
import { writeCaptions } from '../../shared/plain/captions/write-captions.ts';
import type { Captions } from '../../shared/videos/videos.ts';
import { captionsName, VTT_TYPE } from '../base/web-vtt.ts';
import type { ClipFiles } from './clip-files.s3.ts';
import type { Cut } from './cut-playlist.ts';

/** Stores a clip's part of its video's captions, at the positions of its playlist. Leaves out languages without any there. */
export async function storeCaptions(
  files: Pick<ClipFiles, 'read' | 'write'>,
  folderUrl: string,
  captions: readonly Captions[],
  cut: Cut,
): Promise<Captions[]> {
  const stored = await Promise.all(
    captions.map(async ({ language, label, url }) => {
      const text = await files.read(url);
      const cues = text === null ? [] : cutCues(parseCaptions(text), cut);
      if (cues.length === 0) return [];
      const vtt = writeCaptions(cues);
      const own = folderUrl + captionsName(language, vtt);
      await files.write(own, vtt, VTT_TYPE);
      return [{ language, label, url: own }];
    }),
  );
  return stored.flat();
}

function cutCues(cues: readonly Cue[], { segments, startS, durationS }: Cut): Cue[] {
  const zeroMs = (segments[0]?.startS ?? 0) * 1000;
  const [fromMs, untilMs] = [startS * 1000, (startS + durationS) * 1000];
  return cues
    .map((cue) => ({ ...cue, startMs: Math.max(0, cue.startMs - zeroMs), endMs: cue.endMs - zeroMs }))
    .filter(({ startMs, endMs }) => startMs < untilMs && endMs > fromMs);
}
