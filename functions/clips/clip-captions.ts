import { type Cue, readCaptions, writeCaptions } from '#shared/plain/captions/write-captions.ts';
import type { Captions } from '#shared/videos/videos.ts';
import { captionsName, VTT_TYPE } from '#functions/base/text/web-vtt.ts';
import { type Broadcast, captionsOfPart, type LiveCaptionReads } from '#functions/browser-stream/index.ts';
import type { ClipFiles } from './clip-files.s3.ts';
import type { Cut } from './cut-playlist.ts';

/** Captions in one language, at the positions of a clip's playlist. */
export interface CutCaptions extends Pick<Captions, 'language' | 'label'> {
  readonly cues: readonly Cue[];
}

/** Reads the captions of a video. */
export const videoCaptions = (
  files: Pick<ClipFiles, 'read'>,
  captions: readonly Captions[],
  { segments }: Cut,
): Promise<CutCaptions[]> =>
  Promise.all(
    captions.map(async ({ language, label, url }) => {
      const text = await files.read(url);
      const zeroMs = (segments[0]?.startS ?? 0) * 1000;
      const cues = (text === null ? [] : readCaptions(text)).map((cue) => ({
        ...cue,
        startMs: Math.max(0, cue.startMs - zeroMs),
        endMs: cue.endMs - zeroMs,
      }));
      return { language, label, cues };
    }),
  );

/** Reads the live captions of a broadcast. */
export async function liveCaptions(
  broadcasts: LiveCaptionReads,
  broadcast: Broadcast,
  { segments }: Cut,
): Promise<CutCaptions[]> {
  const recorded = segments.flatMap(({ atMs, durationS }) => {
    const startMs = (atMs ?? 0) - broadcast.startedAtMs;
    return atMs === undefined ? [] : [{ startMs, endMs: startMs + durationS * 1000 }];
  });
  const captions = await captionsOfPart(broadcasts, broadcast, recorded);
  return captions ? [captions] : [];
}

/** Stores the captions that are visible in a clip. Leaves out languages without any. */
export async function storeCaptions(
  files: Pick<ClipFiles, 'write'>,
  folderUrl: string,
  captions: readonly CutCaptions[],
  { startS, durationS }: Cut,
): Promise<Captions[]> {
  const [fromMs, untilMs] = [startS * 1000, (startS + durationS) * 1000];
  const stored = await Promise.all(
    captions.map(async ({ language, label, cues }) => {
      const visible = cues.filter(({ startMs, endMs }) => startMs < untilMs && endMs > fromMs);
      if (visible.length === 0) return [];
      const vtt = writeCaptions(visible);
      const url = folderUrl + captionsName(language, vtt);
      await files.write(url, vtt, VTT_TYPE);
      return [{ language, label, url }];
    }),
  );
  return stored.flat();
}
