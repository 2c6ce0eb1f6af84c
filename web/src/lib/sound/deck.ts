/** One of two loop players: a media element with its gain. */

export type Deck = ReturnType<typeof createDeck>;

/** The maximum of Web Audio (W3C Web Audio §1.8.1, `fftSize`): 0.7 s. */
export const ANALYSED_SAMPLES = 32_768;
const RETRY_LOST_MS = 5000;
const LONGEST_DELAY_S = 0.05;

/** Attaches the recording at a position in seconds; calls `lost` on failure. Returns how to detach. */
export type LoadRecording = (element: HTMLMediaElement, startS: number, lost: () => void) => () => void;

export interface LoopedPart {
  readonly startS: number;
  readonly endS: number;
}

/** Creates a silent deck. `isWanted`: whether it plays once loaded. */
export function createDeck(
  element: HTMLMediaElement,
  output: AudioNode,
  loadRecording: LoadRecording,
  isWanted: () => boolean,
  part: LoopedPart | undefined,
) {
  const { context } = output as AudioNode & { readonly context: AudioContext };
  const source = context.createMediaElementSource(element);
  const delay = context.createDelay(LONGEST_DELAY_S);
  const analyser = new AnalyserNode(context, { fftSize: ANALYSED_SAMPLES });
  const gain = new GainNode(context, { gain: 0 });
  source.connect(delay).connect(analyser).connect(gain).connect(output);
  let unload = () => {};
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const load = (atS: number) => {
    unload();
    unload = loadRecording(element, atS, () => {
      const placeS = element.currentTime || atS;
      clearTimeout(retryTimer);
      retryTimer = setTimeout(() => load(placeS), RETRY_LOST_MS);
    });
  };
  const playWhereWanted = () => {
    if (isWanted() && element.paused) void element.play().catch(() => {});
  };
  element.addEventListener('canplay', playWhereWanted);
  const startS = part?.startS ?? 0;
  return {
    element,
    /** Position and duration of the looped part in seconds. */
    placeS: () => element.currentTime - startS,
    durationS: () => (part ? part.endS - startS : element.duration),
    /** Returns to the start, silent. */
    rewind: () => {
      element.pause();
      element.currentTime = startS;
    },
    gain: gain.gain,
    delay: delay.delayTime,
    /** Fills `into` with the newest samples, before the gain. */
    readSamples: (into: Float32Array<ArrayBuffer>) => analyser.getFloatTimeDomainData(into),
    /** Loads the recording from a position in seconds. */
    load: (placeS: number) => load(startS + placeS),
    end: () => {
      element.removeEventListener('canplay', playWhereWanted);
      clearTimeout(retryTimer);
      element.pause();
      unload();
      gain.disconnect();
    },
  };
}
