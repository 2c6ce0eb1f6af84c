import type { EventBridgeEvent } from 'aws-lambda';
import { logStep, measure } from '#functions/log/log.ts';
import type { StreamStateChange } from './ingest-state.ts';
import { applyStreamState } from './stream-events.service.ts';
import type { StreamingDeps } from '../streaming.service.ts';

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
 * Handles EventBridge's *IVS Stream State Change*. Ignores other names of the same event (*Session Created*…) and
 * channels of others in the account. Source: Amazon IVS User Guide, "Using Amazon EventBridge".
 */
export async function onStreamStateChange(
  deps: StreamingDeps,
  { resources, time, detail }: EventBridgeEvent<string, StreamStateDetail>,
): Promise<void> {
  const { event_name: name, channel_name: channelId, stream_id: streamId } = detail;
  const arn = resources[0];
  if (!name || !NAMES.includes(name) || !channelId || !streamId || !arn) return;
  const change = { name: name as StreamStateChange['name'], streamId, atMs: Date.parse(time) };
  await applyStreamState(deps, { channelId, arn, ...change });
}

/** `limit_name` is one of Ingest Bitrate, Ingest Resolution, Concurrent Broadcasts and Concurrent Viewers. */
interface LimitBreachDetail {
  readonly limit_name?: string;
  readonly limit_value?: number;
  readonly limit_unit?: string;
  readonly exceeded_by?: number;
  /** Missing when the whole account is over a limit. */
  readonly channel_name?: string;
}

/**
 * Logs an *IVS Limit Breach*; the alarm `LiveLimits` counts the log entries. Source: Amazon IVS User Guide, "Using
 * Amazon EventBridge".
 */
export function onLimitBreach({ detail }: EventBridgeEvent<string, LimitBreachDetail>): void {
  measure({ name: 'LimitBreaches', value: 1 });
  const { limit_name: limit, limit_value: value, limit_unit: unit, exceeded_by } = detail;
  logStep('ivs.limit', { limit, value, unit, exceeded_by, channel: detail.channel_name });
}
