/** One of two players of a loop, as a record deck: a media element, and how much of it is heard. */

export interface Deck {
  readonly element: HTMLMediaElement;
  /** Where it is, and how long it is, in seconds: of the part that is looped. */
  readonly placeS: () => number;
  readonly durationS: () => number;
  /** Back to the beginning of that, and quiet. */
  readonly rewind: () => void;
  readonly gain: AudioParam;
  readonly delay: AudioParam;
  /** The newest samples of it, heard or not: fills `into`. */
  readonly readSamples: (into: Float32Array<ArrayBuffer>) => void;
  /** Loads the recording from a place of that on, in seconds. */
  readonly load: (startS: number) => void;
  readonly end: () => void;
}

/** The most that Web Audio hands out at once (W3C Web Audio §1.8.1, `fftSize`): 0.7 s. */
export const ANALYSED_SAMPLES = 32_768;
const LOST_AGAIN_MS = 5000;
const LONGEST_DELAY_S = 0.05;

/** Attaches the recording to an element, from a place in seconds on; calls `lost` where it cannot go on. Answers how to let go. */
export type LoadRecording = (element: HTMLMediaElement, startS: number, lost: () => void) => () => void;

/** A part of a recording that is looped as the whole. In seconds. */
export interface LoopedPart {
  readonly startS: number;
  readonly endS: number;
}

/** A deck that is silent until its gain says otherwise. `isWanted`: whether it is to play once it is loaded. */
export function createDeck(
  element: HTMLMediaElement,
  output: AudioNode,
  loadRecording: LoadRecording,
  isWanted: () => boolean,
  part: LoopedPart | undefined,
): Deck {
  const { context } = output as AudioNode & { readonly context: AudioContext };
  const source = context.createMediaElementSource(element);
  const delay = context.createDelay(LONGEST_DELAY_S);
  const analyser = new AnalyserNode(context, { fftSize: ANALYSED_SAMPLES });
  const gain = new GainNode(context, { gain: 0 });
  source.connect(delay).connect(analyser).connect(gain).connect(output);
  let unload = () => {};
  let again: ReturnType<typeof setTimeout> | undefined;
  const load = (atS: number) => {
    unload();
    unload = loadRecording(element, atS, () => {
      const placeS = element.currentTime || atS;
      clearTimeout(again);
      again = setTimeout(() => load(placeS), LOST_AGAIN_MS);
    });
  };
  const playWhereWanted = () => {
    if (isWanted() && element.paused) void element.play().catch(() => {});
  };
  element.addEventListener('canplay', playWhereWanted);
  const startS = part?.startS ?? 0;
  return {
    element,
    placeS: () => element.currentTime - startS,
    durationS: () => (part ? part.endS - startS : element.duration),
    rewind: () => {
      element.pause();
      element.currentTime = startS;
    },
    gain: gain.gain,
    delay: delay.delayTime,
    readSamples: (into) => analyser.getFloatTimeDomainData(into),
    load: (placeS) => load(startS + placeS),
    end: () => {
      element.removeEventListener('canplay', playWhereWanted);
      clearTimeout(again);
      element.pause();
      unload();
      gain.disconnect();
    },
  };
}
