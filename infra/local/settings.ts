import { resolve } from 'node:path';
import { isStageName, STAGE_NAMES, type StageName } from '#functions/limits/stage-limits.ts';
import { generousFor } from './generous.ts';

/** Settings of `npm start` from the environment. */
export interface Settings {
  /** Port of the site: pages, `/api` and `/media`. */
  readonly port: number;
  /** Port for encoders. */
  readonly rtmpPort: number;
  /** Port for browser uploads. */
  readonly s3Port: number;
  /** Port for chat messages to pages. */
  readonly realtimePort: number;
  /** The name by which others reach this machine; part of the addresses that pages contain. */
  readonly host: string;
  /** The folder for all data. */
  readonly dataDir: string;
  /** @default the limits of a public site */
  readonly limits?: StageName;
  /** Whether webhooks may have private addresses, `http` and any port. @default false */
  readonly webhooksToPrivate?: boolean;
}

/** Throws an error that names an invalid variable. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  return {
    port: readPort(env, 'PORT', 3000),
    rtmpPort: readPort(env, 'RTMP_PORT', 1935),
    s3Port: readPort(env, 'S3_PORT', 3001),
    realtimePort: readPort(env, 'REALTIME_PORT', 3002),
    host: env['HOST'] || 'localhost',
    dataDir: resolve(env['DATA_DIR'] || '.fanfare'),
    limits: readLimits(env['LIMITS'] || generousFor('npm start')),
    webhooksToPrivate: env['WEBHOOKS_TO_PRIVATE'] === 'yes',
  };
}

function readLimits(value: string): StageName {
  if (isStageName(value)) return value;
  throw new Error(`LIMITS=${value} is not valid; use one of ${STAGE_NAMES.join(', ')}`);
}

function readPort(env: Readonly<Record<string, string | undefined>>, name: string, fallback: number): number {
  const value = env[name];
  if (value === undefined || value === '') return fallback;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65535) {
    throw new Error(`${name}=${value} is not a port; use a number from 0 (any free one) to 65535`);
  }
  return port;
}
