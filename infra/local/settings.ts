import { resolve } from 'node:path';
import { isStageName, STAGE_NAMES, type StageName } from '#functions/limits/stage-limits.ts';
import { generousFor } from './generous.ts';

/** What `npm start` takes from the environment. */
export interface Settings {
  /** The site: pages, `/api` and `/media`. */
  readonly port: number;
  /** Where encoders connect. */
  readonly rtmpPort: number;
  /** Where browsers upload to. */
  readonly s3Port: number;
  /** Where pages listen for chat messages. */
  readonly realtimePort: number;
  /** The name under which others reach this machine; part of the addresses that are shown to people. */
  readonly host: string;
  /** Where everything is kept. */
  readonly dataDir: string;
  /** @default those of a public site */
  readonly limits?: StageName;
}

/** Throws an error that names the variable whose value cannot be. */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  return {
    port: readPort(env, 'PORT', 3000),
    rtmpPort: readPort(env, 'RTMP_PORT', 1935),
    s3Port: readPort(env, 'S3_PORT', 3001),
    realtimePort: readPort(env, 'REALTIME_PORT', 3002),
    host: env['HOST'] || 'localhost',
    dataDir: resolve(env['DATA_DIR'] || '.fanfare'),
    limits: readLimits(env['LIMITS'] || generousFor('npm start')),
  };
}

function readLimits(value: string): StageName {
  if (isStageName(value)) return value;
  throw new Error(`LIMITS=${value} names no limits; use one of ${STAGE_NAMES.join(', ')}`);
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
