/** The state of an upload, as it is told to whoever shows it. */
import { type Part, sentBytesOf } from './upload.parts.ts';
import type { PatiencePorts } from '../../../lib/api/patience.ts';
import { createRateMeter, type Rate } from './upload-rate.ts';

const TELL_EVERY_MS = 200;

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

export interface Teller {
  readonly phase: () => UploadPhase;
  readonly tell: (change: Partial<UploadState>) => void;
  /** The speed is measured anew from here. */
  readonly begin: () => void;
  readonly progress: (movingParts: number) => void;
}

interface TellerOptions {
  /** Of the file, in bytes. */
  readonly size: number;
  readonly ports: Pick<PatiencePorts, 'nowMs'>;
  readonly onChange: (state: UploadState) => void;
}

interface PartList {
  readonly parts: readonly Part[];
}

/** Keeps the state, and tells it: a change of phase at once, progress a few times a second. */
export function createTeller({ size, ports, onChange }: TellerOptions, list: PartList): Teller {
  let phase: UploadPhase = 'preparing';
  let meter = createRateMeter(size);
  let toldAtMs = Number.NEGATIVE_INFINITY;

  const tell = ({ videoUrl = null, error = null, ...change }: Partial<UploadState>) => {
    phase = change.phase ?? phase;
    toldAtMs = ports.nowMs();
    const sentBytes = phase === 'uploaded' ? size : sentBytesOf(list.parts);
    const rate = phase === 'uploading' ? meter(toldAtMs, sentBytes) : STILL;
    onChange({ phase, sentBytes, totalBytes: size, videoUrl, error, ...rate });
  };
  const begin = () => {
    meter = createRateMeter(size);
    tell({ phase: 'uploading' });
  };
  const progress = (movingParts: number) => {
    if (movingParts === 0 && phase === 'uploading') return tell({ phase: 'waiting' });
    if (movingParts > 0 && phase === 'waiting') return begin();
    if (ports.nowMs() - toldAtMs >= TELL_EVERY_MS) tell({});
  };
  return { phase: () => phase, tell, begin, progress };
}

const STILL: Rate = { bytesPerSecond: null, secondsLeft: null };
