/** Sends what was said as captions of the broadcast. */
import type { LiveCueBody } from '#shared/live/live-captions.ts';
import {
  LIVE_CUE_MAX_AGE_MS,
  LIVE_CUE_MAX_LENGTH,
  LIVE_CUES_PER_MINUTE,
} from '#shared/plain/captions/live-captions.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { createPatience, type PatiencePorts } from '#web/lib/api/patience/patience.ts';
import { isPassing } from '#web/lib/api/patience/retry.ts';
import { uniqueKey } from '#web/lib/api/unique-key.ts';

export interface CaptionPorts extends PatiencePorts {
  /** When the broadcast began, by the server's clock, in ms since 1970. */
  readonly fetchStartMs: () => Promise<number>;
  readonly send: (cue: LiveCueBody, signal: AbortSignal) => Promise<unknown>;
  /** `error`: why a caption was not sent; `null`: one was sent. */
  readonly onResult: (error: unknown) => void;
}

export interface Words {
  readonly text: string;
  readonly language: string;
  /** On the broadcast's clock, whose zero is its start. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Speech that took longer is dated as if it had taken this long. */
const MAX_SPEECH_MS = 30_000;

/** Sends one after the other, no faster than the API allows, until they are too old for it. */
export function createCaptionQueue(ports: CaptionPorts) {
  const always = new AbortController().signal;
  let last = Promise.resolve();
  const post = async (words: Words, signal: AbortSignal): Promise<void> => {
    const id = uniqueKey();
    const patience = createPatience(ports, signal, { isWorthIt });
    await patience.retry(async () => {
      const at = new Date((await ports.fetchStartMs()) + words.fromMs).toISOString();
      await ports.send({ id, at, text: words.text, language: words.language }, signal);
    });
  };
  const deliver = async (words: Words, signal: AbortSignal): Promise<void> => {
    try {
      signal.throwIfAborted();
      await post(words, signal);
      ports.onResult(null);
    } catch (error) {
      ports.onResult(error);
    }
    await ports.sleep(MINUTE_MS / LIVE_CUES_PER_MINUTE, always);
  };
  return ({ fromMs, ...words }: Words): void => {
    const recent = { ...words, fromMs: Math.max(fromMs, words.untilMs - MAX_SPEECH_MS) };
    for (const part of splitWords(recent)) {
      const signal = AbortSignal.timeout(LIVE_CUE_MAX_AGE_MS - (words.untilMs - part.fromMs));
      last = last.then(() => deliver(part, signal));
    }
  };
}

const isWorthIt = (error: unknown): boolean =>
  isPassing(error) || (error instanceof ApiFailure && error.code === 'too_many_requests');

/** Parts that are short enough for a caption, each with its share of the time. */
export function splitWords({ text, language, fromMs, untilMs }: Words): Words[] {
  const parts: string[] = [''];
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text.trim());
  for (const { segment } of segments) {
    const part = parts.at(-1)! + segment;
    if (part.length > LIVE_CUE_MAX_LENGTH) parts.push(segment);
    else parts[parts.length - 1] = part;
  }
  const msPerLetter = (untilMs - fromMs) / Math.max(1, text.trim().length);
  let letters = 0;
  return parts.flatMap((part) => {
    const beginMs = fromMs + letters * msPerLetter;
    letters += part.length;
    const line = part.trim();
    return line === ''
      ? []
      : [{ text: line, language, fromMs: beginMs, untilMs: fromMs + letters * msPerLetter }];
  });
}
