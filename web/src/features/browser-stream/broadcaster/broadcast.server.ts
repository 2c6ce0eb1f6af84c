/** What the server is told of a broadcast: that it begins, and that it is over. */
import type { BrowserStream, StartedBrowserStream, Way } from '../../../../../shared/live/browser-stream.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { createPatience } from '../../../lib/api/patience/patience.ts';
import { isPassing } from '../../../lib/api/patience/retry.ts';
import type { BroadcastSetup } from '../broadcast.ts';
import type { BroadcasterPorts } from './broadcaster.ports.ts';

/** Whoever presses Go LIVE does not wait for longer. */
const START_GIVE_UP_AFTER_MS = 15_000;

/** The answer may be lost: then the same broadcast is asked for again. One that nobody wants any more is ended. */
export function startBroadcast(
  setup: BroadcastSetup,
  way: Way,
  ports: BroadcasterPorts,
  signal: AbortSignal,
): Promise<StartedBrowserStream> {
  const recording_id = ports.newId();
  const patience = createPatience(ports, signal, { giveUpAfterMs: START_GIVE_UP_AFTER_MS, isWorthIt });
  return patience.ask(async () => {
    const started = await ports.start({ ...setup, way, recording_id });
    if (signal.aborted) void reportStop(ports, started.stream_id, 0, AbortSignal.abort());
    return started;
  });
}

/** That there is no room is said at once. */
const isWorthIt = (error: unknown): boolean =>
  isPassing(error) && !(error instanceof ApiFailure && error.code === 'unavailable');

/** Who has ended a broadcast is not kept on the page for longer: by the silence the server finds out by itself. */
const STOP_GIVE_UP_AFTER_MS = 3000;

/**
 * Tells the server that a broadcast is over. Answers the receipt, or `null` where it did not answer: that is only
 * logged (specification §8). Once `signal` is aborted it tries but one time.
 */
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
      : createPatience(ports, signal, { giveUpAfterMs: STOP_GIVE_UP_AFTER_MS }).ask(stop));
  } catch (error) {
    ports.log('Error stopping stream', error);
    return null;
  }
}
