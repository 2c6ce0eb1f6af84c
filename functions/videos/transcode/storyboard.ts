/** The pictures of the seek bar. Pure. */
import { timestamp } from '../../base/web-vtt.ts';

/** More are of no use on a bar of some hundred pixels. */
export const MAX_STORYBOARD_PICTURES = 120;

export interface StoryboardPicture {
  /** Of the file beside the WebVTT file. */
  readonly name: string;
  /** From when on it is shown. */
  readonly atS: number;
}

export interface Storyboard {
  /** In order. */
  readonly pictures: readonly StoryboardPicture[];
  /** Of each picture, where it is known; else they are shown whole. */
  readonly size?: { readonly widthPx: number; readonly heightPx: number };
  readonly durationS: number;
}

/** Pictures that were taken one each `intervalS`. */
export const evenPictures = (names: readonly string[], intervalS: number): StoryboardPicture[] =>
  names.map((name, index) => ({ name, atS: index * intervalS }));

/**
 * WebVTT whose cues name the picture of their time; `#xywh` is the part to show (Media Fragments URI 1.0 §4.2.2). Of more
 * than `MAX_STORYBOARD_PICTURES` some are left out, evenly.
 */
export function storyboardVtt({ pictures, size, durationS }: Storyboard): string {
  const part = size ? `#xywh=0,0,${size.widthPx},${size.heightPx}` : '';
  const shown = thinned(pictures.filter(({ atS }, index) => atS < durationS || index === 0));
  const cues = shown.map(({ name, atS }, index) => {
    // Nothing is shown before the first one, and the last one lasts to the end, however the job rounded.
    const startS = index === 0 ? 0 : atS;
    const endS = shown[index + 1]?.atS ?? Math.max(durationS, startS + 0.001);
    return `${timestamp(startS)} --> ${timestamp(endS)}\n${name}${part}\n`;
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

function thinned(pictures: readonly StoryboardPicture[]): readonly StoryboardPicture[] {
  const each = Math.ceil(pictures.length / MAX_STORYBOARD_PICTURES);
  return pictures.filter((_, index) => index % each === 0);
}
