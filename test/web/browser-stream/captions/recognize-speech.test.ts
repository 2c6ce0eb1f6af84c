import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recognizeSpeech } from '#web/features/browser-stream/captions/recognize-speech.ts';
import {
  installLanguage,
  localRecognition,
  recognizedLanguages,
  regionalTag,
} from '#web/features/browser-stream/captions/speech-api.ts';
import { fakeRecognition } from '../../support/fake-speech.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TRACK = {} as MediaStreamTrack;
const LONG_MS = 8000;

function aSpeaker() {
  const { Recognition, runs } = fakeRecognition();
  const [words, problems] = [[] as [string, number][], [] as string[]];
  let track: MediaStreamTrack | null = TRACK;
  const startedMs = Date.now();
  const stop = recognizeSpeech(
    Recognition,
    { sound: () => track, language: 'en' },
    {
      onWords: (text, begunMs) => void words.push([text, begunMs - startedMs]),
      onProblem: (problem) => void problems.push(problem),
    },
  );
  const endAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    runs.at(-1)!.end();
  };
  const loseTrack = () => {
    track = null;
  };
  return { Recognition, runs, words, problems, stop, endAfter, loseTrack };
}

describe('recognized speech', () => {
  it('is of the track, in its language, on this device', () => {
    const { runs } = aSpeaker();
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ track: TRACK, lang: 'en-US', processLocally: true, continuous: true });
  });

  it('is passed on while it comes, and the rest once it is final, with the time at which it was begun', () => {
    const { runs, words } = aSpeaker();
    const [run] = runs;
    vi.advanceTimersByTime(5000);
    run!.recognize([{ text: 'the', isFinal: false }]);
    vi.advanceTimersByTime(1000);
    run!.recognize([{ text: 'the fan turns', isFinal: false }]);
    vi.advanceTimersByTime(1000);
    run!.recognize([{ text: 'the fan turns slow', isFinal: false }]);
    expect(words).toEqual([['the fan turns', 4500]]);
    vi.advanceTimersByTime(1000);
    run!.recognize([{ text: 'The fan turns slowly' }]);
    vi.advanceTimersByTime(2000);
    run!.recognize([{ text: 'The fan turns slowly' }, { text: 'and stops' }], 1);
    expect(words.slice(1)).toEqual([
      ['slowly', 6500],
      ['and stops', 9500],
    ]);
  });

  it('continues after a silence', () => {
    const { runs, problems, words, endAfter } = aSpeaker();
    for (let count = 0; count < 10; count += 1) {
      endAfter(LONG_MS);
      vi.advanceTimersByTime(0);
    }
    expect(runs).toHaveLength(11);
    runs.at(-1)!.recognize([{ text: 'Still here' }]);
    expect(words.map(([text]) => text)).toEqual(['Still here']);
    expect(problems).toEqual([]);
  });

  it.each(['no-speech', 'aborted', 'audio-capture', 'network'])('continues after the error %s', (error) => {
    const { runs, problems } = aSpeaker();
    vi.advanceTimersByTime(LONG_MS);
    runs[0]!.fail(error);
    vi.advanceTimersByTime(0);
    expect([runs.length, problems]).toEqual([2, []]);
  });

  it.each([
    ['not-allowed', 'refused'],
    ['service-not-allowed', 'refused'],
    ['language-not-supported', 'language'],
  ])('ends after the error %s, once', (error, problem) => {
    const { runs, problems } = aSpeaker();
    runs[0]!.fail(error);
    vi.advanceTimersByTime(60_000);
    expect([runs.length, problems]).toEqual([1, [problem]]);
  });

  it('ends where it ends at once again and again, with growing pauses', () => {
    const { runs, problems } = aSpeaker();
    runs[0]!.end();
    vi.advanceTimersByTime(499);
    expect(runs).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(runs).toHaveLength(2);
    for (let count = 0; count < 4; count += 1) {
      runs.at(-1)!.end();
      vi.advanceTimersToNextTimer();
    }
    expect([runs.length, problems]).toEqual([5, ['broken']]);
  });

  it('ends where the browser refuses to start', () => {
    const { Recognition, runs, problems, endAfter } = aSpeaker();
    Recognition.startError = new Error('InvalidStateError');
    endAfter(LONG_MS);
    vi.advanceTimersByTime(60_000);
    expect([runs.length, problems]).toEqual([6, ['broken']]);
  });

  it('still comes after it was stopped, but does not start again', () => {
    const { runs, words, problems, stop } = aSpeaker();
    stop();
    expect(runs[0]!.isStopped).toBe(true);
    runs[0]!.recognize([{ text: 'Good night' }]);
    runs[0]!.end();
    vi.advanceTimersByTime(60_000);
    expect([runs.length, words.length, problems]).toEqual([1, 1, []]);
  });

  it('ends without a track, after the broadcast', () => {
    const { runs, problems, endAfter, loseTrack } = aSpeaker();
    loseTrack();
    endAfter(LONG_MS);
    vi.advanceTimersByTime(60_000);
    expect([runs.length, problems]).toEqual([1, []]);
  });
});

describe('the languages of this device', () => {
  const languages = { 'en-US': 'available', 'de-DE': 'downloadable', 'ja-JP': 'downloading' };

  it('are those that it has or can download', async () => {
    vi.stubGlobal('SpeechRecognition', fakeRecognition(languages).Recognition);
    expect((await recognizedLanguages()).map(({ value }) => value)).toEqual(['en', 'de', 'ja']);
  });

  it('are none where the browser asks a server, or has no recognition', async () => {
    expect(localRecognition()).toBeNull();
    expect(await recognizedLanguages()).toEqual([]);
    vi.stubGlobal('webkitSpeechRecognition', class extends EventTarget {});
    expect(localRecognition()).toBeNull();
  });

  it('are asked for with a region', () => {
    expect(['en', 'pt-BR', 'zh-Hans', 'ar', 'nb'].map(regionalTag)).toEqual([
      'en-US',
      'pt-BR',
      'zh-CN',
      'ar-EG',
      'nb-NO',
    ]);
  });

  it('are downloaded where they are missing', async () => {
    const { Recognition, installed } = fakeRecognition(languages);
    expect(await installLanguage(Recognition, 'en')).toBe(true);
    expect(installed).toEqual([]);
    expect(await installLanguage(Recognition, 'de')).toBe(true);
    expect(await installLanguage(Recognition, 'fr')).toBe(false);
    expect(installed).toEqual([['de-DE'], ['fr-FR']]);
  });
});
