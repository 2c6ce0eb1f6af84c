/**
 * Plays a recording again and again without a seam: before its end its beginning is started on a second media element,
 * and one passes into the other by gains that Web Audio schedules to the sample. Two elements rather than the decoded
 * sound, so that hours of it need no more memory than what they buffer; what is short stays in their buffers, and is
 * loaded once.
 */
import { crossfadeCurves, type Seam, seamBetween, UNKNOWN_SEAM } from './crossfade.ts';
import { createDeck, type Deck, type LoadRecording, type LoopedPart, ANALYSED_SAMPLES } from './deck.ts';
import { crossfadeFromS, loopTimes, untilPrerollS } from './loop-times.ts';

export interface LoopOptions {
  /** Where it is heard: a node of a context that runs. A gain there is the volume of it all. */
  readonly output: AudioNode;
  /** Two that nobody else gives to Web Audio. Their own volume is left alone. */
  readonly elements: readonly [HTMLMediaElement, HTMLMediaElement];
  readonly load: LoadRecording;
  /** What of the recording is looped. @default all of it */
  readonly part?: LoopedPart;
  /** Where in that to begin the first time, in seconds. @default 0 */
  readonly startS?: number;
  /** How long it takes to be heard wholly, in seconds. @default 0.05, so that nothing clicks */
  readonly fadeInS?: number;
  /** An element is heard from now on, at first and after each seam: it is the one to be shown. */
  readonly onTurn?: (audible: HTMLMediaElement) => void;
}

interface Decks {
  readonly audible: Deck;
  readonly next: Deck;
}

export interface SeamlessLoop {
  /** The one that is heard; its time is the place. */
  readonly audible: () => HTMLMediaElement;
  readonly play: () => void;
  readonly pause: () => void;
  /** Lets go of both elements. */
  readonly end: () => void;
}

/** How fast a recording gets from the level of its other end to its own: nobody hears it. */
const LEVEL_DB_PER_S = 0.5;
const CHECK_EVERY_MS = 50;
/** An element whose time has moved by so much is certainly playing. */
const BEGUN_AFTER_S = 0.05;
/** Somebody may seek meanwhile. */
const LONGEST_SLEEP_MS = 5000;

/** Begins to play, once it is loaded, until `end` is called. */
export function createSeamlessLoop(options: LoopOptions): SeamlessLoop {
  const { output, elements, load, part, startS = 0, fadeInS = 0.05, onTurn } = options;
  const context = output.context as AudioContext;
  const over = new AbortController();
  let isWanted = true;
  const [one, other] = elements.map((element) =>
    createDeck(element, output, load, () => isWanted && (isTurning || element === audible.element), part),
  ) as [Deck, Deck];
  let { audible, next }: Decks = { audible: one, next: other };
  let isTurning = false;
  one.load(startS);
  other.load(0);

  const turn = async (): Promise<void> => {
    await near(audible, over.signal);
    isTurning = true;
    const seam = await prerolled(audible, next, context, over.signal);
    if (over.signal.aborted) return;
    const crossfadeS = crossfadeFromS(audible.placeS(), audible.durationS());
    const endS = schedule(seam, crossfadeS, { audible, next }, context);
    [audible, next] = [next, audible];
    onTurn?.(audible.element);
    while (context.currentTime < endS && !over.signal.aborted) await sleep(CHECK_EVERY_MS);
    next.rewind();
    isTurning = false;
  };
  const loop = async (): Promise<void> => {
    await untilMoving(one.element, over.signal);
    if (over.signal.aborted) return;
    const now = context.currentTime;
    one.gain.setValueAtTime(0, now).linearRampToValueAtTime(1, now + fadeInS);
    onTurn?.(one.element);
    while (!over.signal.aborted) await turn();
  };
  void loop();

  return {
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
      over.abort();
      audible.end();
      next.end();
    },
  };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function untilMoving(element: HTMLMediaElement, over: AbortSignal): Promise<void> {
  const isMoving = () => !element.paused && element.readyState >= element.HAVE_FUTURE_DATA;
  while (!isMoving() && !over.aborted) await sleep(CHECK_EVERY_MS);
}

/** Until the beginning is to be started. */
async function near({ element, placeS, durationS }: Deck, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const leftS = untilPrerollS(placeS(), durationS());
    if (leftS <= 0 && !element.paused) return;
    const leftMs = Number.isFinite(leftS) ? leftS * 1000 : LONGEST_SLEEP_MS;
    await sleep(Math.min(LONGEST_SLEEP_MS, Math.max(CHECK_EVERY_MS, leftMs)));
  }
}

/** Starts what is to follow, unheard, and compares both once there is enough of it, or as time runs out. */
async function prerolled(
  audible: Deck,
  next: Deck,
  { sampleRate }: BaseAudioContext,
  over: AbortSignal,
): Promise<Seam> {
  next.delay.value = 0;
  void next.element.play().catch(() => {});
  while (!over.aborted) {
    const playedS = next.placeS();
    if (playedS > ANALYSED_SAMPLES / sampleRate) return compared(audible, next, sampleRate);
    const { crossfadeS } = loopTimes(audible.durationS());
    const isDue = audible.element.ended || crossfadeFromS(audible.placeS(), audible.durationS()) < crossfadeS;
    if (isDue && playedS > BEGUN_AFTER_S) return UNKNOWN_SEAM;
    await sleep(CHECK_EVERY_MS);
  }
  return UNKNOWN_SEAM;
}

const TRIES = 8;

/** Both as they are at the same moments: sound goes on to be made between two looks. */
function compared(audible: Deck, next: Deck, sampleRate: number): Seam {
  const [outgoing, incoming, again] = [samples(), samples(), samples()];
  for (let tries = 0; tries < TRIES; tries += 1) {
    audible.readSamples(outgoing);
    next.readSamples(incoming);
    audible.readSamples(again);
    if (outgoing[0] === again[0] && outgoing.at(-1) === again.at(-1))
      return seamBetween(outgoing, incoming, sampleRate);
  }
  return UNKNOWN_SEAM;
}

const samples = () => new Float32Array(ANALYSED_SAMPLES);

/** What is scheduled has not begun to be made by then. */
const AHEAD_S = 0.02;

/** Answers when one has passed into the other, on the clock of Web Audio. */
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
