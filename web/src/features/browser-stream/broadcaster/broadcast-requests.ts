import type { BrowserStream, StartedBrowserStream, Way } from '#shared/live/browser-stream.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { createPatience } from '#web/lib/api/patience/patience.ts';
import { isPassing } from '#web/lib/api/patience/retry.ts';
import type { BroadcastSetup } from '../broadcast.ts';
import type { BroadcasterPorts } from './broadcaster-ports.ts';

const START_GIVE_UP_AFTER_MS = 15_000;

/** Starts a broadcast; a retry with the same id returns the same one. Ends it again if `signal` was aborted meanwhile. */
export function startBroadcast(
  setup: BroadcastSetup,
  way: Way,
  ports: BroadcasterPorts,
  signal: AbortSignal,
): Promise<StartedBrowserStream & { readonly recordingId: string }> {
  const recording_id = ports.newId();
  const patience = createPatience(ports, signal, { giveUpAfterMs: START_GIVE_UP_AFTER_MS, isWorthIt });
  return patience.retry(async () => {
    const started = await ports.start({ ...setup, way, recording_id });
    if (signal.aborted) void reportStop(ports, started.stream_id, 0, AbortSignal.abort());
    return { ...started, recordingId: recording_id };
  });
}

/** Says at once that there is no room. */
const isWorthIt = (error: unknown): boolean =>
  isPassing(error) && !(error instanceof ApiFailure && error.code === 'busy');

/** Short, because without the report the server ends the broadcast after a silence. */
const STOP_GIVE_UP_AFTER_MS = 3000;

/** Returns `null` if the server did not answer (specification §8). Does not retry once `signal` is aborted. */
export async function reportStop(
  ports: BroadcasterPorts,
  streamId: string,
  chunkCount: number,
  signal: AbortSignal,
): Promise<BrowserStream | null> {
  const stop = () => ports.stop(streamId, chunkCount);
  try {
    return await (signal.aborted
      ? stop()
      : createPatience(ports, signal, { giveUpAfterMs: STOP_GIVE_UP_AFTER_MS }).retry(stop));
  } catch (error) {
    ports.log('Error stopping stream', error);
    return null;
  }
}
