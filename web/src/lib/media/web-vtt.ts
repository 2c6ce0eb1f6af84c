/** Loads and reads the WebVTT files of a video. */

import { timedFetch } from '#web/lib/api/timed-fetch.ts';

export interface CueTime {
  readonly startS: number;
  readonly endS: number;
}

interface Cue extends CueTime {
  /** Its first line. */
  readonly text: string;
}

const TIMES = /^((?:\d+:)?\d\d:\d\d\.\d{3})[ \t]+-->[ \t]+((?:\d+:)?\d\d:\d\d\.\d{3})/;

/** Reads the cues (WebVTT §4) and ignores other blocks. */
export function parseCues(text: string): Cue[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n');
      const at = lines.findIndex((line) => TIMES.test(line));
      const [, start = '', end = ''] = TIMES.exec(lines[at] ?? '') ?? [];
      return at < 0 ? [] : [{ startS: seconds(start), endS: seconds(end), text: lines[at + 1] ?? '' }];
    });
}

/** `MM:SS.mmm` or `HH:MM:SS.mmm`. */
const seconds = (timestamp: string): number =>
  timestamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);

/** Loads a file and returns a function that cancels. A failure is ignored, because the file is optional. */
export function fetchVtt(url: string, take: (text: string, baseUrl: string) => void): () => void {
  const stop = new AbortController();
  timedFetch(url, { signal: stop.signal })
    .then(async (response) => take(response.ok ? await response.text() : '', response.url))
    .catch(() => undefined);
  return () => stop.abort();
}
