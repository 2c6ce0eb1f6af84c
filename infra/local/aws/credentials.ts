import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';

/** The one region and account of the stand-ins. */
export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT = '000000000000';

export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Returns the key pair that the stand-ins accept. It is created once per data folder and stored in the AWS CLI's file
 * format, so that `AWS_SHARED_CREDENTIALS_FILE=.fanfare/credentials aws …` works. It is random, so that web pages open
 * in a browser on this machine cannot sign calls to the stand-ins.
 */
export function localCredentials(dataDir: string): Credentials {
  const path = join(dataDir, 'credentials');
  if (!existsSync(path)) {
    const accessKeyId = `AKIA${randomBytes(8).toString('hex').toUpperCase()}`;
    const secretAccessKey = randomBytes(20).toString('hex');
    const text = `[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`;
    writeFileSync(path, text, { mode: 0o600 });
  }
  const text = readFileSync(path, 'utf8');
  const accessKeyId = /^aws_access_key_id = (.+)$/m.exec(text)?.[1];
  const secretAccessKey = /^aws_secret_access_key = (.+)$/m.exec(text)?.[1];
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`${path} contains no key pair; delete the file to create a new one`);
  return { accessKeyId, secretAccessKey };
}

/**
 * Returns a Lambda's key pair, by which stand-ins identify the Lambda, as AWS does by its role. It is derived from the
 * data folder's key pair, so it needs no file, and it does not reveal that key pair.
 */
export function lambdaCredentials(own: Credentials, name: LambdaName): Credentials {
  const accessKeyId = `${own.accessKeyId}_${name}`;
  const secretAccessKey = createHmac('sha256', own.secretAccessKey).update(accessKeyId).digest('hex');
  return { accessKeyId, secretAccessKey };
}

/** The owner of a key: a Lambda, or a process that can read the data folder. */
export interface KeyHolder {
  readonly secretAccessKey: string;
  readonly lambda?: LambdaName;
}

/** Returns `undefined` for an unknown key. */
export function keyHolder(own: Credentials, accessKeyId: string): KeyHolder | undefined {
  const known = holders.get(own) ?? allHolders(own);
  holders.set(own, known);
  return known.get(accessKeyId);
}

/** Key holders by the data folder's key pair. Cached, because deriving all pairs takes longer than a lookup. */
const holders = new WeakMap<Credentials, ReadonlyMap<string, KeyHolder>>();

const allHolders = (own: Credentials): ReadonlyMap<string, KeyHolder> =>
  new Map<string, KeyHolder>([
    [own.accessKeyId, own],
    ...(Object.keys(lambdas) as LambdaName[]).map((lambda): [string, KeyHolder] => {
      const { accessKeyId, secretAccessKey } = lambdaCredentials(own, lambda);
      return [accessKeyId, { secretAccessKey, lambda }];
    }),
  ]);

/** Derives a secret that is the same after each start and needs no file. It does not reveal the key pair. */
export const ownSecret = ({ secretAccessKey }: Credentials, purpose: string): string =>
  createHmac('sha256', secretAccessKey).update(purpose).digest('hex');

/** Of the secret that signs playback addresses; also its construct in the template. */
export const PLAYBACK_PURPOSE = 'PlaybackKeys/Generation1';
