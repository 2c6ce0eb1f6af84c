import { CAPTION_LABEL_MAX_LENGTH } from '#shared/plain/captions/caption-limits.ts';
import { escapeCueText, languageName, LIVE_CUE_MAX_S } from '#shared/plain/captions/live-captions.ts';
import { type Cue, writeCaptions } from '#shared/plain/captions/write-captions.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import type { Captions } from '#shared/videos/videos.ts';
import { captionsName, VTT_TYPE } from '#functions/base/text/web-vtt.ts';
import { type Broadcast, broadcastFilesPrefix } from './broadcast.ts';
import type { EndDeps } from './deps.ts';
import type { LiveCaptionReads } from './table/live-captions.repository.ts';
import type { StoredCue } from './table/live-cue.ts';

interface Recorded {
  readonly startMs: number;
  readonly endMs: number;
}

/** Writes the live captions of a broadcast as a file of its replay; `undefined` where there are none. Idempotent. */
export async function replayCaptions(
  { broadcasts, published }: Pick<EndDeps, 'broadcasts' | 'published'>,
  broadcast: Broadcast,
  segments: readonly Recorded[],
): Promise<readonly Captions[] | undefined> {
  const { id, captionsLanguage: language, startedAtMs } = broadcast;
  if (language === undefined) return undefined;
  const all = { fromMs: startedAtMs - DAY_MS, untilMs: startedAtMs + DAY_MS };
  const cues = recordedCues(await broadcasts.cuesBetween(id, all), segments, startedAtMs);
  if (cues.length === 0) return undefined;
  const body = writeCaptions(cues);
  const name = captionsName(language, body);
  await published.publish(broadcast, { name, body, contentType: VTT_TYPE });
  return [{ language, label: labelOf(language), url: `/${broadcastFilesPrefix(broadcast)}${name}` }];
}

/** The live captions of a part of a broadcast, at their positions in it; `undefined` where the broadcast has none. */
export async function captionsOfPart(
  broadcasts: LiveCaptionReads,
  { id, captionsLanguage: language, startedAtMs }: Broadcast,
  segments: readonly Recorded[],
): Promise<{ readonly language: string; readonly label: string; readonly cues: readonly Cue[] } | undefined> {
  const [first, last] = [segments[0], segments.at(-1)];
  if (language === undefined || !first || !last) return undefined;
  const fromMs = startedAtMs + first.startMs;
  const range = { fromMs: fromMs - LIVE_CUE_MAX_S * 1000, untilMs: startedAtMs + last.endMs };
  const visible = (await broadcasts.cuesBetween(id, range)).flatMap((cue) => {
    const lateMs = Math.max(0, fromMs - cue.atMs);
    const durationMs = cue.durationMs - lateMs;
    return durationMs > 0 ? [{ ...cue, atMs: cue.atMs + lateMs, durationMs }] : [];
  });
  return { language, label: labelOf(language), cues: recordedCues(visible, segments, startedAtMs) };
}

const labelOf = (tag: string): string => languageName(tag).slice(0, CAPTION_LABEL_MAX_LENGTH);

/** The cues at their positions in the recording: one of a gap follows it, and one after the end is left out. */
export function recordedCues(
  cues: readonly StoredCue[],
  segments: readonly Recorded[],
  startedAtMs: number,
): Cue[] {
  let index = 0;
  let positionMs = 0;
  const placed: Cue[] = [];
  for (const { atMs, durationMs, text } of cues) {
    const timeMs = atMs - startedAtMs;
    for (; index < segments.length && segments[index]!.endMs <= timeMs; index += 1)
      positionMs += segments[index]!.endMs - segments[index]!.startMs;
    const segment = segments[index];
    if (!segment) break;
    const startMs = positionMs + Math.max(0, timeMs - segment.startMs);
    placed.push({ startMs, endMs: startMs + durationMs, text: escapeCueText(text), settings: '' });
  }
  return placed;
}
