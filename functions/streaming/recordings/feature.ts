import type { EventBridgeEvent } from 'aws-lambda';
import type { EventDeps, EventsContext } from '#functions/composition/event-deps.ts';
import { recordingDeps } from '#functions/composition/recording-deps.ts';
import { onRecordingStateChange, onRecordingStored } from './recording-events.handlers.ts';

/** Handles events of recordings, from IVS and from their bucket. */
export function onRecordingEvent(
  context: EventsContext,
  deps: EventDeps,
  event: EventBridgeEvent<string, object>,
): Promise<void> {
  const ports = recordingDeps(context, deps);
  return event['detail-type'] === 'IVS Recording State Change'
    ? onRecordingStateChange(ports, event)
    : onRecordingStored(ports, event);
}
