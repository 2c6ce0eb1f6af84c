import { randomInt } from 'node:crypto';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../../aws/credentials.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ARN_PREFIX = `arn:aws:ivs:${LOCAL_REGION}:${LOCAL_ACCOUNT}`;

/** The id in the ARN of a channel or of a stream key; also that of a recording. */
export const newResourceId = (): string => randomText(12);

/** 26 characters long, as IVS's model has them. */
export const newStreamId = (): string => `st-${randomText(23)}`;

/** A stream key's secret value: `[A-Za-z0-9_-]` only, about 178 random bits. */
export const newStreamKeyValue = (): string => `sk_${LOCAL_REGION}_${randomText(12)}_${randomText(30)}`;

export const channelArn = (id: string): string => `${ARN_PREFIX}:channel/${id}`;

export const streamKeyArn = (id: string): string => `${ARN_PREFIX}:stream-key/${id}`;

/** The recording configuration of this machine. */
export const LOCAL_RECORDING_CONFIGURATION_ARN = `${ARN_PREFIX}:recording-configuration/FanfareLocal`;

/** The playback restriction policy of this machine. */
export const LOCAL_PLAYBACK_POLICY_ARN = `${ARN_PREFIX}:playback-restriction-policy/FanfareLocal`;

/** The id at the end of an ARN; of an ARN of another region or account, one that nothing has. */
export function idInArn(arn: string): string {
  return arn.startsWith(`${ARN_PREFIX}:`) ? arn.slice(arn.lastIndexOf('/') + 1) : '';
}

function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
