import type { EventBridgeEvent } from 'aws-lambda';
import { logStep } from '../http/log.ts';
import type { StreamStateChange } from './ingest-state.ts';
import { applyStreamState, reconcileStreams } from './stream-events.service.ts';
import type { StreamEventsPorts } from './ports.ts';

interface StreamStateDetail {
  readonly event_name?: string;
  readonly channel_name?: string;
  readonly stream_id?: string;
}

const NAMES: readonly string[] = [
  'Stream Start',
  'Stream End',
  'Stream Failure',
] satisfies StreamStateChange['name'][];

/**
 * *IVS Stream State Change*, as EventBridge delivers it. Other names of the same event (*Session Created*…) and
 * channels of others in the account are none of ours. Source: Amazon IVS User Guide, "Using Amazon EventBridge".
 */
export async function onStreamStateChange(
  ports: Pick<StreamEventsPorts, 'streams'>,
  { resources, time, detail }: EventBridgeEvent<string, StreamStateDetail>,
): Promise<void> {
  const { event_name: name, channel_name: channelId, stream_id: streamId } = detail;
  const arn = resources[0];
  if (!name || !NAMES.includes(name) || !channelId || !streamId || !arn) return;
  const change = { name: name as StreamStateChange['name'], streamId, atMs: Date.parse(time) };
  await applyStreamState(ports, { channelId, arn, ...change });
}

/** The minute tick. */
export async function onTick(ports: StreamEventsPorts): Promise<void> {
  const { ended, repaired } = await reconcileStreams(ports);
  if (ended + repaired > 0) logStep('streams.reconciled', { ended, repaired });
}
