import { IvsClient } from '@aws-sdk/client-ivs';
import type { EventBridgeEvent } from 'aws-lambda';
import { openTable } from './aws/table.ts';
import { channelsRepository } from './channels/channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { leasesRepository } from './streaming/leases.repository.ts';
import { onStreamStateChange, onTick } from './streaming/stream-events.handlers.ts';
import { ivsIngest, listBroadcasts } from './streaming/streaming.ivs.ts';
import { streamingRepository } from './streaming/streaming.repository.ts';

const environment = readEnvironment('events');
const table = openTable(environment.TABLE_NAME);
const ivs = new IvsClient();

const ports = {
  streams: streamingRepository(table),
  leases: leasesRepository(table),
  channels: channelsRepository(table),
  // This Lambda ends streams and never makes a channel.
  ingest: ivsIngest({ client: () => ivs, rtmpUrlTemplate: '', recordingConfigurationArn: '' }),
  broadcasts: () => listBroadcasts(ivs),
  clock: Date.now,
};

/** Everything that EventBridge sends: the rules of `infra/resources/events/rules.ts` and the tick. */
export async function handler(event: EventBridgeEvent<string, object>): Promise<void> {
  if (event['detail-type'] === 'Scheduled Event') return onTick(ports);
  if (event['detail-type'] === 'IVS Stream State Change') return onStreamStateChange(ports, event);
  throw new Error(`No handler for '${event['detail-type']}' from '${event.source}'`);
}
