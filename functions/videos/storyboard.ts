/** The pictures of the seek bar. Pure. */

export interface Storyboard {
  /** Names of the pictures beside the WebVTT file, in order. */
  readonly pictures: readonly string[];
  readonly widthPx: number;
  readonly heightPx: number;
  /** Between two pictures. */
  readonly intervalS: number;
  readonly durationS: number;
}

/** WebVTT whose cues name the picture of their time; `#xywh` is the part to show (Media Fragments URI 1.0 §4.2.2). */
export function storyboardVtt({ pictures, widthPx, heightPx, intervalS, durationS }: Storyboard): string {
  const cues = pictures.flatMap((picture, index) => {
    const startS = index * intervalS;
    // The last one lasts to the end, however the job rounded.
    const endS = index === pictures.length - 1 ? Math.max(durationS, startS + 0.001) : startS + intervalS;
    if (startS >= durationS && index > 0) return [];
    return [`${timestamp(startS)} --> ${timestamp(endS)}\n${picture}#xywh=0,0,${widthPx},${heightPx}\n`];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** WebVTT §3.3: `HH:MM:SS.mmm`. */
function timestamp(timeS: number): string {
  const ms = Math.round(timeS * 1000);
  const pad = (value: number, length = 2) => String(Math.floor(value)).padStart(length, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}
