/** The part of the Web Speech API that recognizes speech on the device. */
import { spokenLanguages } from '#web/lib/i18n/spoken-languages.ts';

export interface SpeechEvents {
  readonly result: Event & {
    /** Earlier results have not changed. */
    readonly resultIndex: number;
    readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
  };
  readonly error: Event & { readonly error: string };
  readonly end: Event;
}

export interface SpeechRecognizer extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(sound: MediaStreamTrack): void;
  /** Ends it after the results of what was heard. */
  stop(): void;
}

interface LanguageOptions {
  readonly langs: readonly string[];
  readonly processLocally: boolean;
}

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';

export interface SpeechRecognitionClass {
  new (): SpeechRecognizer;
  readonly prototype: SpeechRecognizer;
  available(options: LanguageOptions): Promise<Availability>;
  install(options: LanguageOptions): Promise<boolean>;
}

/** `null` where the browser cannot recognize speech on the device. Browsers that can also take a track. */
export function localRecognition(): SpeechRecognitionClass | null {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    readonly SpeechRecognition?: SpeechRecognitionClass;
    readonly webkitSpeechRecognition?: SpeechRecognitionClass;
  };
  const found = SpeechRecognition ?? webkitSpeechRecognition;
  return found && 'available' in found && 'processLocally' in found.prototype ? found : null;
}

/** BCP 47 with a region, which browsers require: `en-US` for `en`. */
export function regionalTag(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize();
  return region === undefined ? language : `${language}-${region}`;
}

/**
 * Those that this device recognizes, some after a download, by their names in the language of the page. Only for a
 * person who has asked for it: programs that contain Chromium without Chrome's speech recognition, such as Electron
 * before August 2026 and headless Chromium 156, end the page's process when it is called.
 */
export async function recognizedLanguages(): Promise<ReturnType<typeof spokenLanguages>> {
  const recognition = localRecognition();
  if (!recognition) return [];
  const isRecognized = async (tag: string): Promise<boolean> => {
    const options = { langs: [regionalTag(tag)], processLocally: true };
    return (await recognition.available(options).catch(() => 'unavailable')) !== 'unavailable';
  };
  const languages = spokenLanguages();
  const answers = await Promise.all(languages.map(({ value }) => isRecognized(value)));
  return languages.filter((_, index) => answers[index]);
}

/** Downloads a language if needed. */
export async function installLanguage(recognition: SpeechRecognitionClass, tag: string): Promise<boolean> {
  const options = { langs: [regionalTag(tag)], processLocally: true };
  return (await recognition.available(options)) === 'available' || recognition.install(options);
}
