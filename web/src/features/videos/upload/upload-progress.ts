/** The state of an upload as reported to the page. */
import type { PatiencePorts } from '#web/lib/api/patience/patience.ts';
import { type Part, sentBytesOf } from './upload-parts.ts';
import { MINUTE_S } from '#shared/plain/time.ts';
import { formatDuration, formatUnit } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

const REPORT_EVERY_MS = 200;

/** `waiting`: for the network or a retry. */
type UploadPhase = 'preparing' | 'uploading' | 'waiting' | 'paused' | 'completing' | 'uploaded' | 'failed';

export interface UploadState extends Rate {
  readonly phase: UploadPhase;
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly videoUrl: string | null;
  readonly error: unknown;
}

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

interface ReporterOptions {
  readonly size: number;
  readonly ports: Pick<PatiencePorts, 'nowMs'>;
  readonly onChange: (state: UploadState) => void;
}

/** Keeps and reports the state: phases at once, progress a few times a second. */
export function createProgressReporter(
  { size, ports, onChange }: ReporterOptions,
  list: { readonly parts: readonly Part[] },
) {
  let phase: UploadPhase = 'preparing';
  let meter = createRateMeter(size);
  let reportedAtMs = Number.NEGATIVE_INFINITY;

  const report = ({ videoUrl = null, error = null, ...change }: Partial<UploadState>) => {
    phase = change.phase ?? phase;
    reportedAtMs = ports.nowMs();
    const sentBytes = phase === 'uploaded' ? size : sentBytesOf(list.parts);
    const rate = phase === 'uploading' ? meter(reportedAtMs, sentBytes) : STILL;
    onChange({ phase, sentBytes, totalBytes: size, videoUrl, error, ...rate });
  };
  /** Restarts the speed measurement. */
  const startSending = () => {
    meter = createRateMeter(size);
    report({ phase: 'uploading' });
  };
  /** `movingParts` is the number of parts in progress. */
  const onParts = (movingParts: number) => {
    if (movingParts === 0 && phase === 'uploading') return report({ phase: 'waiting' });
    if (movingParts > 0 && phase === 'waiting') return startSending();
    if (ports.nowMs() - reportedAtMs >= REPORT_EVERY_MS) report({});
  };
  return { phase: () => phase, report, startSending, onParts };
}

const STILL: Rate = { bytesPerSecond: null, secondsLeft: null };

/** Estimates the speed and remaining time of an upload. */

/** The averaging window, a balance of jitter and lag. */
const WINDOW_MS = 8000;
/** Earlier averages are unreliable. */
const FIRST_WORD_MS = 1000;
/** The weight of the newest estimate. */
const NEWEST_SHARE = 0.2;

interface Rate {
  readonly bytesPerSecond: number | null;
  /** Smoothed. */
  readonly secondsLeft: number | null;
}

interface Reading {
  readonly atMs: number;
  readonly sentBytes: number;
}

/** Measures an upload without pauses. Create a new one after a pause. */
export function createRateMeter(totalBytes: number): (nowMs: number, sentBytes: number) => Rate {
  let readings: Reading[] = [];
  let secondsLeft: number | null = null;
  return (atMs, sentBytes) => {
    readings = [...readings.filter((reading) => atMs - reading.atMs <= WINDOW_MS), { atMs, sentBytes }];
    const first = readings[0] ?? { atMs, sentBytes };
    const passedMs = atMs - first.atMs;
    if (passedMs < FIRST_WORD_MS) return { bytesPerSecond: null, secondsLeft: null };
    // A resent part reduces the sent bytes.
    const bytesPerSecond = Math.max(0, ((sentBytes - first.sentBytes) * 1000) / passedMs);
    const reading = bytesPerSecond > 0 ? (totalBytes - sentBytes) / bytesPerSecond : null;
    secondsLeft = smoothed(secondsLeft, reading);
    return { bytesPerSecond, secondsLeft };
  };
}

function smoothed(before: number | null, reading: number | null): number | null {
  if (before === null || reading === null) return reading;
  return before + (reading - before) * NEWEST_SHARE;
}

/** 3.2 → "a few seconds left"; 47 → "50 sec left"; 130 → "2 min left"; 5000 → "1 hr 23 min left". */
export function timeLeftText(secondsLeft: number): string {
  if (secondsLeft < 5) return t('videos.fewSecondsLeft');
  const time =
    secondsLeft < 90
      ? formatUnit(Math.ceil(secondsLeft / 5) * 5, 'second')
      : formatDuration(Math.round(secondsLeft / MINUTE_S) * MINUTE_S);
  return t('videos.timeLeft', { time });
}
