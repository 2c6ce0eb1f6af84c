/** A browser that recognizes speech, as the Web Speech API has it. */
import type { SpeechRecognizer } from '#web/features/browser-stream/captions/speech-api.ts';

interface Words {
  readonly text: string;
  /** @default true */
  readonly isFinal?: boolean;
}

/** A class of its own for each test. `available` are the languages it answers for. */
export function fakeRecognition(available: Readonly<Record<string, string>> = { 'en-US': 'available' }) {
  const runs: FakeRecognizer[] = [];
  const installed: (readonly string[])[] = [];
  class FakeRecognizer extends EventTarget implements SpeechRecognizer {
    static startError: Error | null = null;
    static available = async ({ langs }: { readonly langs: readonly string[] }) =>
      (available[langs[0]!] ?? 'unavailable') as 'available';
    static install = async ({ langs }: { readonly langs: readonly string[] }) => {
      installed.push(langs);
      return available[langs[0]!] === 'downloadable';
    };
    lang = '';
    continuous = false;
    interimResults = false;
    #isLocal = false;
    isStopped = false;
    track: MediaStreamTrack | null = null;
    get processLocally(): boolean {
      return this.#isLocal;
    }
    set processLocally(isLocal: boolean) {
      this.#isLocal = isLocal;
    }
    start(track: MediaStreamTrack): void {
      runs.push(this);
      this.track = track;
      if (FakeRecognizer.startError) throw FakeRecognizer.startError;
    }
    stop(): void {
      this.isStopped = true;
    }
    /** All results of the run; those before `resultIndex` were sent earlier. */
    recognize(words: readonly Words[], resultIndex = 0): void {
      const results = words.map(({ text, isFinal = true }) => ({
        0: { transcript: text },
        length: 1,
        isFinal,
      }));
      this.dispatchEvent(Object.assign(new Event('result'), { resultIndex, results }));
    }
    fail(error: string): void {
      this.dispatchEvent(Object.assign(new Event('error'), { error }));
      this.end();
    }
    end(): void {
      this.dispatchEvent(new Event('end'));
    }
  }
  return { Recognition: FakeRecognizer, runs, installed };
}
