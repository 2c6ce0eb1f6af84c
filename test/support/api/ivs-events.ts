import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { LocalApi } from './local-api.ts';

interface StreamEventOptions {
  /** From now. Events have whole seconds, so that one of this second may be older than the stream. @default 1 */
  readonly laterS?: number;
  /** @default st-1 */
  readonly streamId?: string;
}

/** As IVS's guide shows it ("Using Amazon EventBridge"). */
export const streamEvent = (
  { id, arn }: { readonly id: string; readonly arn: string },
  event_name: string,
  { laterS = 1, streamId = 'st-1' }: StreamEventOptions = {},
) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'IVS Stream State Change',
  source: 'aws.ivs',
  account: '000000000000',
  time: `${new Date(Date.now() + laterS * 1000).toISOString().slice(0, 19)}Z`,
  region: 'us-east-1',
  resources: [arn],
  detail: { event_name, channel_name: id, stream_id: streamId },
});

/** The ARN of a person's IVS channel, which their first stream has created. */
export async function ivsChannelOf({ table }: Pick<LocalApi, 'table'>, id: string): Promise<string> {
  const get = new GetCommand({ TableName: table.TableName, Key: { pk: `CHANNEL#${id}`, sk: 'STREAM' } });
  return String((await table.client.send(get)).Item?.['ivs_channel_arn']);
}

/** IVS reports that the picture of a stream arrives, or has stopped. */
export async function reportStream(
  site: Pick<LocalApi, 'table' | 'deliver'>,
  { id }: { readonly id: string },
  name: 'Stream Start' | 'Stream End',
  options: StreamEventOptions = {},
): Promise<void> {
  await site.deliver(streamEvent({ id, arn: await ivsChannelOf(site, id) }, name, options));
}
