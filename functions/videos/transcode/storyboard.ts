/** The pictures of the seek bar. Pure. */
import { cueTime } from '#shared/plain/captions/write-captions.ts';

/** More are useless on a bar of some hundred pixels. */
export const MAX_STORYBOARD_PICTURES = 120;

export interface StoryboardPicture {
  /** The name of a file in the folder of the WebVTT file. */
  readonly name: string;
  /** Start of its cue. */
  readonly atS: number;
}

export interface Storyboard {
  readonly pictures: readonly StoryboardPicture[];
  /** Size of each picture, if known; otherwise the cue shows the whole file. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
  readonly durationS: number;
}

/** Pictures taken every `intervalS`. */
export const evenPictures = (names: readonly string[], intervalS: number): StoryboardPicture[] =>
  names.map((name, index) => ({ name, atS: index * intervalS }));

/**
 * WebVTT with one cue for each picture; `#xywh` is the part to show (Media Fragments URI 1.0 §4.2.2). Thins evenly to
 * `MAX_STORYBOARD_PICTURES`.
 */
export function storyboardVtt({ pictures, size, durationS }: Storyboard): string {
  const part = size ? `#xywh=0,0,${size.widthPx},${size.heightPx}` : '';
  const selected = thinned(pictures.filter(({ atS }, index) => atS < durationS || index === 0));
  const cues = selected.map(({ name, atS }, index) => {
    // The cues cover the whole duration, however the job rounded.
    const startS = index === 0 ? 0 : atS;
    const endS = selected[index + 1]?.atS ?? Math.max(durationS, startS + 0.001);
    return `${cueTime(startS * 1000)} --> ${cueTime(endS * 1000)}\n${name}${part}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function thinned(pictures: readonly StoryboardPicture[]): readonly StoryboardPicture[] {
  const each = Math.ceil(pictures.length / MAX_STORYBOARD_PICTURES);
  return pictures.filter((_, index) => index % each === 0);
}
