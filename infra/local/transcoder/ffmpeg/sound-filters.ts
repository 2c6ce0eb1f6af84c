import { coveredSound, type PictureSpan } from './covered-sound.ts';
import type { Source, SourceStream } from './source-probe.ts';

/** Fills gaps with silence, so that sound and picture stay in sync. */
const STEADY = 'aresample=async=1';
const FROM_ZERO = `${STEADY}:first_pts=0`;

/** ffmpeg guesses a layout for up to 8 channels, and for these numbers. */
const GUESSED_CHANNELS = [16, 24];

/** The filters of a source's sound: it becomes stereo, and keeps its timestamps. */
export const soundFilters = (audio: SourceStream, covered: PictureSpan | undefined): string =>
  [...coveredPart(covered), stereo(audio), STEADY].join(',');

/** The same for sound that was converted by these filters and begins with silence. */
export const lateSoundFilters = (covered: PictureSpan | undefined): string =>
  [...coveredPart(covered), FROM_ZERO].join(',');

const coveredPart = (covered: PictureSpan | undefined): string[] => (covered ? [coveredSound(covered)] : []);

/** Smaller delays are inaudible. */
const LATE_S = 0.03;

/** Seconds between the start of the file and of its sound; 0 if inaudible. */
export function latenessS({ audio, format }: Source): number {
  const lateS = (audio?.start_time ?? 0) - (format.start_time ?? 0);
  return lateS > LATE_S ? lateS : 0;
}

/**
 * Mono keeps its level, which ffmpeg would lower by 3 dB. Mixes through left, right and centre, so that the layout may
 * change midway. With integer samples, ffmpeg would lower surround by up to 20 dB.
 */
function stereo({ channels = 2, channel_layout: layout = 'unknown' }: SourceStream): string {
  if (channels > 2 && !hasUsualLayout(channels, layout)) return alternating(channels);
  if (channels === 1 && layout !== 'mono') return 'pan=stereo|c0=c0|c1=c0';
  // ITU-R BS.775-4, annex 8: beside left and right, the centre is lowered by 3 dB.
  const centre = channels > 2 ? Math.SQRT1_2.toFixed(4) : '1';
  return `aformat=sample_fmts=fltp:channel_layouts=3.0,pan=stereo|FL=FL+${centre}*FC|FR=FR+${centre}*FC`;
}

/** ffprobe reports layouts without a name as `3 channels (FR+FC+LFE)`. */
const hasUsualLayout = (channels: number, layout: string): boolean =>
  layout === 'unknown' ? channels <= 8 || GUESSED_CHANNELS.includes(channels) : !layout.includes('channels');

/** Mixes channels of unknown position: odd ones to the left, even ones to the right, without clipping. */
function alternating(channels: number): string {
  const every = (first: number): string =>
    Array.from({ length: Math.ceil((channels - first) / 2) }, (_, index) => `c${first + 2 * index}`).join(
      '+',
    );
  return `pan=stereo|c0<${every(0)}|c1<${every(1)}`;
}
