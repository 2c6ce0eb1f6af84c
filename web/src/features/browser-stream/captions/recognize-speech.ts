/** Recognizes speech of a track on the device until it is stopped: browsers end it after a silence. */
import { divideSpeech, NO_WORDS } from './divide-speech.ts';
import { regionalTag, type SpeechEvents, type SpeechRecognitionClass } from './speech-api.ts';

/** `refused`: by the person or the browser. `language`: not on this device. `broken`: it ends again and again. */
export type SpeechProblem = 'refused' | 'language' | 'broken';

interface SpeechSource {
  /** `null` after the broadcast. */
  readonly sound: () => MediaStreamTrack | null;
  readonly language: string;
}

interface SpeechListener {
  /** Parts of sentences, each word once. `begunMs`: about when they were begun, in ms since 1970. */
  readonly onWords: (text: string, begunMs: number) => void;
  /** It has stopped. */
  readonly onProblem: (problem: SpeechProblem) => void;
}

/** Errors after which another try would fail, too (Web Speech API §4.1.5). */
const LASTING: Readonly<Record<string, SpeechProblem>> = {
  'not-allowed': 'refused',
  'service-not-allowed': 'refused',
  'language-not-supported': 'language',
};

/** Interim results come about this long after the words. */
const INTERIM_DELAY_MS = 500;
/** A run without results that ends sooner has failed. */
const SHORT_MS = 2000;
const MAX_SHORT_RUNS = 5;
const RESTART_MS = 500;

/** Returns how to stop it; what was heard until then still comes. */
export function recognizeSpeech(
  recognition: SpeechRecognitionClass,
  { sound, language }: SpeechSource,
  { onWords, onProblem }: SpeechListener,
): () => void {
  let isOver = false;
  let shortRuns = 0;
  let stopRun = () => {};
  const stop = () => {
    isOver = true;
    stopRun();
  };
  const fail = (problem: SpeechProblem) => {
    if (isOver) return;
    stop();
    onProblem(problem);
  };
  const run = () => {
    const track = sound();
    if (isOver || !track) return;
    const startedMs = Date.now();
    let hasWords = false;
    stopRun = runOnce(recognition, track, language, {
      onWords: (text, begunMs) => {
        hasWords = true;
        onWords(text, begunMs);
      },
      onProblem: fail,
      onEnd: () => {
        if (isOver) return;
        shortRuns = hasWords || Date.now() - startedMs >= SHORT_MS ? 0 : shortRuns + 1;
        if (shortRuns === MAX_SHORT_RUNS) fail('broken');
        else setTimeout(run, shortRuns * RESTART_MS);
      },
    });
  };
  run();
  return stop;
}

/** From a start to the end that follows. */
function runOnce(
  Recognition: SpeechRecognitionClass,
  track: MediaStreamTrack,
  language: string,
  { onWords, onProblem, onEnd }: SpeechListener & { readonly onEnd: () => void },
): () => void {
  const recognizer = new Recognition();
  Object.assign(recognizer, { continuous: true, interimResults: true, processLocally: true });
  recognizer.lang = regionalTag(language);
  const listen = <K extends keyof SpeechEvents>(kind: K, act: (event: SpeechEvents[K]) => void) =>
    recognizer.addEventListener(kind, act as (event: Event) => void);
  let sentence = NO_WORDS;
  listen('result', ({ resultIndex, results }) => {
    const all = Array.from(results);
    const finals = all.slice(resultIndex).filter(({ isFinal }) => isFinal);
    // Of several interim results the first is the one that becomes final next.
    const interim = all.find(({ isFinal }) => !isFinal);
    for (const { 0: best, isFinal } of interim ? [...finals, interim] : finals) {
      const text = best?.transcript ?? '';
      const division = divideSpeech(sentence, { text, isFinal, language, atMs: Date.now() });
      ({ sentence } = division);
      const { caption } = division;
      if (caption) onWords(caption.text, caption.atMs - INTERIM_DELAY_MS);
    }
  });
  listen('error', ({ error }) => {
    const problem = LASTING[error];
    if (problem) onProblem(problem);
  });
  listen('end', onEnd);
  try {
    recognizer.start(track);
  } catch {
    onEnd();
  }
  return () => recognizer.stop();
}
