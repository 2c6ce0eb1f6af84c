/** The first call of a broadcast. */
import type { StartedBrowserStream, Way } from '../../../../../shared/browser-stream.ts';
import { ApiFailure } from '../../../lib/api/api-failure.ts';
import { createPatience } from '../../../lib/api/patience.ts';
import { isPassing } from '../../../lib/api/retry.ts';
import type { BroadcastSetup } from '../broadcast.ts';
import { type BroadcasterPorts, reportStop } from './broadcaster.ports.ts';

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
