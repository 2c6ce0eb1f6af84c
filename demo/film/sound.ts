/** The sound of a filmed fan: ffmpeg's filter graph to `[sound]`, of `LOOP_S` seconds that loop seamlessly. */
import { FRAMES_PER_SECOND, LOOP_S, type Sound } from './scene.ts';

/** The noise is longer by this time, and its end is crossfaded with its start. */
const SEAM_S = 1;

/**
 * Returns the real rate of blades that look slow in a film: a camera sees the same if two more blades pass per frame.
 */
export const passesOf = (visiblePerSecond: number): number => visiblePerSecond + 2 * FRAMES_PER_SECOND;

/** Slower passes are heard as swelling, not as a tone. */
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

/** A tone with harmonics: a whole number of periods per loop; the speed varies like a motor's, by some thousandths. */
function tones(hertz: number): string {
  const turn = `2*PI*t/${LOOP_S}`;
  const phase = `2*PI*${hertz}*(t+0.0019*sin(${turn})+0.0007*sin(3*${turn}+1))`;
  const sum = STRENGTHS.map((strength, at) => `${strength}*sin(${at + 1}*ld(0)+${at})`).join('+');
  return `aevalsrc=exprs='st(0,${phase});${LOUDNESS}*(${sum})':d=${LOOP_S}:s=48000`;
}
