/** The state of an upload, as it is reported to the page. */
import { type Part, sentBytesOf } from './upload.parts.ts';
import type { PatiencePorts } from '../../../lib/api/patience/patience.ts';
import { createRateMeter, type Rate } from './upload-rate.ts';

const REPORT_EVERY_MS = 200;

/** `waiting`: for the network, or for the next try of everything that is on its way. */
export type UploadPhase =
  | 'preparing'
  | 'uploading'
  | 'waiting'
  | 'paused'
  | 'completing'
  | 'uploaded'
  | 'failed';

export interface UploadState extends Rate {
  readonly phase: UploadPhase;
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly videoUrl: string | null;
  /** Why it failed. */
  readonly error: unknown;
}

export type ProgressReporter = ReturnType<typeof createProgressReporter>;

interface ReporterOptions {
  /** Of the file, in bytes. */
  readonly size: number;
  readonly ports: Pick<PatiencePorts, 'nowMs'>;
  readonly onChange: (state: UploadState) => void;
}

/** Keeps the state, and reports it: a change of phase at once, progress a few times a second. */
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
  /** Parts are sent from now on; the speed is measured anew. */
  const startSending = () => {
    meter = createRateMeter(size);
    report({ phase: 'uploading' });
  };
  /** Some part has moved; `movingParts` are on their way. */
  const onParts = (movingParts: number) => {
    if (movingParts === 0 && phase === 'uploading') return report({ phase: 'waiting' });
    if (movingParts > 0 && phase === 'waiting') return startSending();
    if (ports.nowMs() - reportedAtMs >= REPORT_EVERY_MS) report({});
  };
  return { phase: () => phase, report, startSending, onParts };
}

const STILL: Rate = { bytesPerSecond: null, secondsLeft: null };
