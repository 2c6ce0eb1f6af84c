import type { EventBridgeEvent } from 'aws-lambda';
import { openTable } from './aws/table/table.ts';
import { isOfWindow, onEndMarked, onWindowJobStateChange } from './browser-stream/browser-stream.handlers.ts';
import { eventDeps } from './composition/event-deps.ts';
import { onTickPart } from './composition/tick/live-tick.ts';
import { liveTickDeps, tick } from './composition/tick/tick.ts';
import { readEnvironment } from './environment.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';
import { onLimitBreach, onStreamStateChange } from './streaming/events/stream-events.handlers.ts';
import { TICK_PART, type TickPart } from './tick-parts.ts';
import { onJobStateChange } from './videos/videos.handlers.ts';

const environment = readEnvironment('events');
const table = tableWithChangeEvents(openTable(environment.TABLE_NAME), environment.REALTIME_HTTP_URL);
const context = { environment, table };

const deps = eventDeps(context);
const { streaming, camera, videoDeps } = deps;
const live = liveTickDeps(context, deps);

/** All EventBridge events: the rules of `infra/agreed/event-rules.ts` and the tick. */
export async function handler(event: EventBridgeEvent<string, object>): Promise<void> {
  if (event['detail-type'] === 'Scheduled Event') return tick(context, deps, live);
  if (event['detail-type'] === TICK_PART) return onTickPart(live, event.detail as TickPart);
  if (event['detail-type'] === 'IVS Stream State Change') return onStreamStateChange(streaming, event);
  if (event['detail-type'] === 'IVS Recording State Change' || isOfRecordings(event))
    return recordingEvent(event);
  if (event['detail-type'] === 'IVS Limit Breach') return onLimitBreach(event);
  if (event['detail-type'] === 'Object Created') return onEndMarked(camera, event);
  if (event['detail-type'] === 'MediaConvert Job State Change')
    return isOfWindow(event) ? onWindowJobStateChange(camera, event) : onJobStateChange(videoDeps, event);
  if (event.source === 'aws.ses') return mailEvent(event);
  throw new Error(`No handler for '${event['detail-type']}' from '${event.source}'`);
}

const isOfRecordings = ({ detail }: EventBridgeEvent<string, { readonly bucket?: { name?: string } }>) =>
  detail.bucket?.name === environment.RECORDINGS_BUCKET;

/** Loaded lazily, because few events concern recordings. */
async function recordingEvent(event: EventBridgeEvent<string, object>): Promise<void> {
  const { onRecordingEvent } = await import('./streaming/recordings/feature.ts');
  await onRecordingEvent(context, deps, event);
}

async function mailEvent(event: EventBridgeEvent<string, object>): Promise<void> {
  const [{ onMailReturned }, { deliveryStates }] = await Promise.all([
    import('./mail/mail-events.handlers.ts'),
    import('./mail/delivery-states.repository.ts'),
  ]);
  return onMailReturned(deliveryStates(table), event);
}
