import { randomInt } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/credentials.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ARN_PREFIX = `arn:aws:ivs:${LOCAL_REGION}:${LOCAL_ACCOUNT}`;

/** Returns an id for the ARN of a channel or stream key, or for a recording. */
export const newResourceId = (): string => randomText(12);

/** 26 characters long, as in IVS's model. */
export const newStreamId = (): string => `st-${randomText(23)}`;

/** Returns a stream key's secret value: only `[A-Za-z0-9_-]`, about 178 random bits. */
export const newStreamKeyValue = (): string => `sk_${LOCAL_REGION}_${randomText(12)}_${randomText(30)}`;

export const channelArn = (id: string): string => `${ARN_PREFIX}:channel/${id}`;

export const streamKeyArn = (id: string): string => `${ARN_PREFIX}:stream-key/${id}`;

/** This machine's recording configuration. */
export const LOCAL_RECORDING_CONFIGURATION_ARN = `${ARN_PREFIX}:recording-configuration/FanfareLocal`;

/** This machine's playback restriction policy. */
export const LOCAL_PLAYBACK_POLICY_ARN = `${ARN_PREFIX}:playback-restriction-policy/FanfareLocal`;

/** Returns the id at the end of an ARN. For an ARN of another region or account, returns an id that does not exist. */
export function idInArn(arn: string): string {
  return arn.startsWith(`${ARN_PREFIX}:`) ? arn.slice(arn.lastIndexOf('/') + 1) : '';
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
