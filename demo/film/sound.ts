/** How a filmed fan sounds: ffmpeg's filter graph to `[sound]`, of `LOOP_S` seconds whose end joins the beginning. */
import { FRAMES_PER_SECOND, LOOP_S, type Sound } from './scene.ts';

/** The noise runs on for this long, and its end is laid over its beginning. */
const SEAM_S = 1;

/**
 * How often blades truly pass that look as slow in a film: of those that pass twice more in each picture's time, a camera
 * sees the same.
 */
export const passesOf = (visiblePerSecond: number): number => visiblePerSecond + 2 * FRAMES_PER_SECOND;

/** Blades that pass less often are heard as a swell, and not as a tone. */
const LOWEST_TONE_HZ = 20;

export function soundGraph({ noise, lowpassHz, passesPerSecond, swell }: Sound): string {
  const all = `anoisesrc=d=${LOOP_S + SEAM_S}:c=${noise}:r=48000:a=0.25:seed=7,lowpass=f=${lowpassHz}`;
  const fade = `d=${SEAM_S}:curve=qsin`;
  const air = [
    `${all},asplit[body][rest]`,
    `[body]atrim=0:${LOOP_S},afade=t=in:${fade}[begun]`,
    `[rest]atrim=start=${LOOP_S},asetpts=PTS-STARTPTS,afade=t=out:${fade}[ended]`,
    `[begun][ended]amix=inputs=2:duration=first:normalize=0,tremolo=f=${passesPerSecond}:d=${swell}`,
  ].join(';');
  if (passesPerSecond < LOWEST_TONE_HZ) return `${air}[sound]`;
  return `${air}[air];${tones(passesPerSecond)}[blades];[air][blades]amix=inputs=2:duration=first:normalize=0[sound]`;
}

const LOUDNESS = 0.03;
const STRENGTHS = [1, 0.8, 0.6, 0.45, 0.3, 0.2, 0.15, 0.1] as const;

/** A tone and its multiples, whole numbers of them in a loop; the speed wavers by some thousandths, as a motor's does. */
function tones(hertz: number): string {
  const turn = `2*PI*t/${LOOP_S}`;
  const phase = `2*PI*${hertz}*(t+0.0019*sin(${turn})+0.0007*sin(3*${turn}+1))`;
  const sum = STRENGTHS.map((strength, at) => `${strength}*sin(${at + 1}*ld(0)+${at})`).join('+');
  return `aevalsrc=exprs='st(0,${phase});${LOUDNESS}*(${sum})':d=${LOOP_S}:s=48000`;
}
