/**
 * Loops a recording seamlessly: a second media element starts before the end, and Web Audio crossfades both. Media
 * elements need less memory than decoded sound; short recordings stay in their buffers.
 */
import {
  crossfadeCurves,
  crossfadeFromS,
  loopTimes,
  type Seam,
  seamBetween,
  UNKNOWN_SEAM,
  untilPrerollS,
} from './crossfade.ts';
import { sleep } from '../wait.ts';
import { createDeck, type Deck, type LoadRecording, type LoopedPart, ANALYSED_SAMPLES } from './deck.ts';

interface LoopOptions {
  /** The output node of a running context. A gain there sets the volume. */
  readonly output: AudioNode;
  /** Two elements not connected to Web Audio elsewhere. Their volume stays unchanged. */
  readonly elements: readonly [HTMLMediaElement, HTMLMediaElement];
  readonly load: LoadRecording;
  /** The looped part. @default all */
  readonly part?: LoopedPart;
  /** The first start in seconds. @default 0 */
  readonly startS?: number;
  /** The fade-in in seconds. @default 0.05, which avoids a click */
  readonly fadeInS?: number;
  /** Reports the audible element at the start and after each seam, to display it. */
  readonly onTurn?: (audible: HTMLMediaElement) => void;
}

interface Decks {
  readonly audible: Deck;
  readonly next: Deck;
}

export type SeamlessLoop = ReturnType<typeof createSeamlessLoop>;

/** The level correction per second, slow enough to be inaudible. */
const LEVEL_DB_PER_S = 0.5;
const CHECK_EVERY_MS = 50;
/** Movement that proves playback. */
const BEGUN_AFTER_S = 0.05;
/** A limit, because users may seek. */
const LONGEST_SLEEP_MS = 5000;

/** Plays once loaded, until `end` is called. */
export function createSeamlessLoop(options: LoopOptions) {
  const { output, elements, load, part, startS = 0, fadeInS = 0.05, onTurn } = options;
  const context = output.context as AudioContext;
  const stop = new AbortController();
  let isWanted = true;
  const [one, other] = elements.map((element) =>
    createDeck(element, output, load, () => isWanted && (isTurning || element === audible.element), part),
  ) as [Deck, Deck];
  let { audible, next }: Decks = { audible: one, next: other };
  let isTurning = false;
  one.load(startS);
  other.load(0);

  const turn = async (): Promise<void> => {
    await near(audible, stop.signal);
    isTurning = true;
    const seam = await prerolled(audible, next, context, stop.signal);
    const crossfadeS = crossfadeFromS(audible.placeS(), audible.durationS());
    const endS = schedule(seam, crossfadeS, { audible, next }, context);
    [audible, next] = [next, audible];
    onTurn?.(audible.element);
    while (context.currentTime < endS) await sleep(CHECK_EVERY_MS, stop.signal);
    next.rewind();
    isTurning = false;
  };
  const loop = async (): Promise<void> => {
    await untilMoving(one.element, stop.signal);
    const now = context.currentTime;
    one.gain.setValueAtTime(0, now).linearRampToValueAtTime(1, now + fadeInS);
    onTurn?.(one.element);
    for (;;) await turn();
  };
  loop().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });

  return {
    /** The audible element, whose time is the position. */
    audible: () => audible.element,
    play: () => {
      isWanted = true;
      void context.resume();
      for (const { element } of isTurning ? [audible, next] : [audible]) void element.play().catch(() => {});
    },
    pause: () => {
      isWanted = false;
      for (const { element } of [audible, next]) element.pause();
      void context.suspend();
    },
    end: () => {
      stop.abort();
      audible.end();
      next.end();
    },
  };
}

async function untilMoving(element: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  while (element.paused || element.readyState < element.HAVE_FUTURE_DATA) await sleep(CHECK_EVERY_MS, signal);
}

async function near({ element, placeS, durationS }: Deck, signal: AbortSignal): Promise<void> {
  for (;;) {
    const leftS = untilPrerollS(placeS(), durationS());
    if (leftS <= 0 && !element.paused) return;
    const leftMs = Number.isFinite(leftS) ? leftS * 1000 : LONGEST_SLEEP_MS;
    await sleep(Math.min(LONGEST_SLEEP_MS, Math.max(CHECK_EVERY_MS, leftMs)), signal);
  }
}

/** Starts the next deck silently and compares both, while time allows. */
async function prerolled(
  audible: Deck,
  next: Deck,
  { sampleRate }: BaseAudioContext,
  signal: AbortSignal,
): Promise<Seam> {
  next.delay.value = 0;
  void next.element.play().catch(() => {});
  for (;;) {
    const playedS = next.placeS();
    if (playedS > ANALYSED_SAMPLES / sampleRate) return compared(audible, next, sampleRate);
    const { crossfadeS } = loopTimes(audible.durationS());
    const isDue = audible.element.ended || crossfadeFromS(audible.placeS(), audible.durationS()) < crossfadeS;
    if (isDue && playedS > BEGUN_AFTER_S) return UNKNOWN_SEAM;
    await sleep(CHECK_EVERY_MS, signal);
  }
}

const TRIES = 8;

/** Compares simultaneous samples, because audio advances between two reads. */
function compared(audible: Deck, next: Deck, sampleRate: number): Seam {
  const [outgoing, incoming, afterwards] = [samples(), samples(), samples()];
  for (let tries = 0; tries < TRIES; tries += 1) {
    audible.readSamples(outgoing);
    next.readSamples(incoming);
    audible.readSamples(afterwards);
    if (outgoing[0] === afterwards[0] && outgoing.at(-1) === afterwards.at(-1))
      return seamBetween(outgoing, incoming, sampleRate);
  }
  return UNKNOWN_SEAM;
}

const samples = () => new Float32Array(ANALYSED_SAMPLES);

/** Lead time of scheduled changes. */
const AHEAD_S = 0.02;

/** Returns the end of the crossfade on the Web Audio clock. */
function schedule(
  seam: Seam,
  crossfadeS: number,
  { audible, next }: Decks,
  { currentTime }: BaseAudioContext,
): number {
  const gain = audible.gain.value;
  const { outgoing, incoming } = crossfadeCurves(seam, gain);
  const [startS, endS] = [currentTime + AHEAD_S, currentTime + AHEAD_S + crossfadeS];
  next.delay.value = seam.lagS;
  for (const [param, value, curve] of [
    [audible.gain, gain, outgoing],
    [next.gain, 0, incoming],
  ] as const) {
    param.cancelScheduledValues(0).setValueAtTime(value, currentTime);
    param.setValueCurveAtTime(curve, startS, crossfadeS);
  }
  const level = gain * seam.level;
  const distanceDb = Math.abs(20 * Math.log10(level));
  if (distanceDb > 0) next.gain.exponentialRampToValueAtTime(1, endS + distanceDb / LEVEL_DB_PER_S);
  return endS;
}
