import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api/api.ts';
import type { MeterReading } from '../signal/fan-meter.ts';
import { CurveLog } from './curve-log.ts';

/** A broadcast whose replay can have a curve, and how much of it is recorded. */
export interface Recording {
  readonly streamId: string;
  readonly recordedS: number;
}

const KEEP_EACH_S = 60;

/** Keeps the curve of a broadcast while it is recorded. Answers what takes each reading. */
export function useCurve(recording: Recording | null): (reading: MeterReading) => void {
  const streamId = recording?.streamId ?? null;
  const kept = useRef<{ readonly log: CurveLog; keptS: number }>(null);
  useEffect(() => {
    if (streamId === null) return;
    const log = new CurveLog();
    kept.current = { log, keptS: 0 };
    return () => {
      kept.current = null;
      void keepCurve(streamId, log);
    };
  }, [streamId]);
  return (reading) => {
    if (!recording || !kept.current) return;
    const { recordedS } = recording;
    kept.current.log.add(recordedS, reading);
    if (recordedS - kept.current.keptS < KEEP_EACH_S) return;
    kept.current.keptS = recordedS;
    void keepCurve(recording.streamId, kept.current.log);
  };
}

/** What could not be kept now comes with the next, which takes its place. */
async function keepCurve(stream_id: string, log: CurveLog): Promise<void> {
  try {
    await call('PUT /browser-stream/{stream_id}/curve', { params: { stream_id }, body: log.curve() });
  } catch (error) {
    console.error('The curve of the fan meter could not be kept', error);
  }
}
