/** Captions of what the streamer says, recognized on this device. */
import { call, detailOr } from '#web/lib/api/api.ts';
import { browserPatience } from '#web/lib/api/patience/patience.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { createCaptionQueue } from './caption-queue.ts';
import { recognizeSpeech, type SpeechProblem } from './recognize-speech.ts';
import { installLanguage, localRecognition } from './speech-api.ts';

interface CaptionedBroadcast {
  readonly streamId: string;
  readonly language: string;
  readonly sound: () => MediaStreamTrack | null;
  /** See `BroadcastState`. */
  readonly clockZeroMs: () => number | null;
}

export type SpeechStatus =
  | { readonly is: 'installing' | 'listening' }
  /** A caption was not sent; it goes on. `why` is a text for the user. */
  | { readonly is: 'unsent'; readonly why: string }
  /** It has stopped. */
  | { readonly is: 'failed'; readonly why: string };

const PROBLEMS: Readonly<Record<SpeechProblem, string>> = {
  refused: t('spokenCaptions.refused'),
  language: t('spokenCaptions.noLanguage'),
  broken: t('spokenCaptions.broken'),
};

/** Returns how to stop it; what was said until then is still sent. */
export function captionSpeech(
  { streamId, language, sound, clockZeroMs }: CaptionedBroadcast,
  onStatus: (status: SpeechStatus) => void,
): () => void {
  const recognition = localRecognition();
  const fail = (problem: SpeechProblem) => onStatus({ is: 'failed', why: PROBLEMS[problem] });
  const ended = new AbortController();
  let stop = () => {};
  const params = { stream_id: streamId };
  let startMs: number | null = null;
  const send = createCaptionQueue({
    ...browserPatience,
    fetchStartMs: async () =>
      (startMs ??= Date.parse((await call('GET /browser-stream/{stream_id}', { params })).started_at)),
    send: (body, signal) => call('POST /browser-stream/{stream_id}/captions', { params, body, signal }),
    onResult: (error) => {
      if (ended.signal.aborted) return;
      if (error === null) onStatus({ is: 'listening' });
      else onStatus({ is: 'unsent', why: detailOr(error, t('spokenCaptions.notSent')) });
    },
  });
  const onWords = (text: string, begunMs: number) => {
    const zeroMs = clockZeroMs();
    if (zeroMs !== null) send({ text, language, fromMs: begunMs - zeroMs, untilMs: Date.now() - zeroMs });
  };
  const begin = async () => {
    onStatus({ is: 'installing' });
    const isInstalled = recognition && (await installLanguage(recognition, language).catch(() => false));
    if (ended.signal.aborted) return;
    if (!isInstalled) return fail('language');
    onStatus({ is: 'listening' });
    stop = recognizeSpeech(recognition, { sound, language }, { onWords, onProblem: fail });
  };
  void begin();
  return () => {
    ended.abort();
    stop();
  };
}
