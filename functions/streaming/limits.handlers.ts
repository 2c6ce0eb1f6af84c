import type { EventBridgeEvent } from 'aws-lambda';
import { logStep, measure } from '../http/log.ts';

/** `limit_name` is one of Ingest Bitrate, Ingest Resolution, Concurrent Broadcasts and Concurrent Viewers. */
interface LimitBreachDetail {
  readonly limit_name?: string;
  readonly limit_value?: number;
  readonly limit_unit?: string;
  readonly exceeded_by?: number;
  /** Absent where the whole account is over a limit. */
  readonly channel_name?: string;
}

/**
 * *IVS Limit Breach*: the log has it, and the alarm `LiveLimits` counts it, whatever it says.
 * Source: Amazon IVS User Guide, "Using Amazon EventBridge".
 */
export function onLimitBreach({ detail }: EventBridgeEvent<string, LimitBreachDetail>): void {
  const {
    limit_name: limit,
    limit_value: value,
    limit_unit: unit,
    exceeded_by,
    channel_name: channel,
  } = detail;
  measure({ name: 'LimitBreaches', value: 1 });
  logStep('ivs.limit', { limit, value, unit, exceeded_by, channel });
}
