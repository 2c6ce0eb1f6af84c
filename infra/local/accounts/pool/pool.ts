import { randomInt } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../../aws/aws-error.ts';
import { LOCAL_REGION } from '../../aws/credentials.ts';
import type { Mail } from '../../system/outgoing-mail.ts';
import { Store, type Collection } from '../../system/store.ts';
import type { PasswordCost } from './password-hash.ts';
import { Turns } from './turns.ts';

export interface User {
  /** In lower case, as a case-insensitive pool stores and returns it. */
  readonly username: string;
  readonly sub: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  readonly passwordHash: string;
  readonly createdMs: number;
  readonly modifiedMs: number;
  /** When a temporary password expires. */
  readonly temporaryUntilMs?: number;
  /** The code mailed for a forgotten password. */
  readonly resetCode?: { readonly digits: string; readonly expiresMs: number };
}

/** Failures or requests counted against a limit. */
export interface Attempts {
  readonly key: string;
  readonly count: number;
  /** When the count is reset. */
  readonly forgetMs: number;
  /** Until then every attempt is refused. */
  readonly lockedUntilMs?: number;
}

/** The user pool with its one app client. */
export interface Pool {
  readonly id: string;
  readonly clientId: string;
  readonly store: Store;
  readonly users: Collection<User>;
  /** Usernames by `sub`. */
  readonly usernames: Collection<string>;
  readonly attempts: Collection<Attempts>;
  readonly turns: Turns;
  readonly passwordCost: PasswordCost;
  readonly now: () => number;
  readonly deliver: (mail: Mail) => void;
}

interface PoolRecord {
  readonly id: string;
  readonly clientId: string;
}

export interface PoolOptions {
  readonly dataDir: string;
  readonly passwordCost: PasswordCost;
  readonly now: () => number;
  readonly deliver: (mail: Mail) => void;
}

/** Opens the pool in `accounts.sqlite`; creates it if it does not exist. */
export function openPool({ dataDir, passwordCost, now, deliver }: PoolOptions): Pool {
  const store = new Store(privateFile(dataDir, 'accounts.sqlite'));
  const records = store.collection<PoolRecord>('pool');
  const record = records.get('pool') ?? newPool();
  records.put('pool', record);
  const pool: Pool = {
    id: record.id,
    clientId: record.clientId,
    store,
    users: store.collection('users'),
    usernames: store.collection('usernames'),
    attempts: store.collection('attempts'),
    turns: new Turns(),
    passwordCost,
    now,
    deliver,
  };
  forgetExpired(pool);
  return pool;
}

export function checkPool(pool: Pool, id: string): void {
  if (id !== pool.id) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

export function checkClient(pool: Pool, id: string): void {
  if (id !== pool.clientId) {
    throw new AwsError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  }
}

function forgetExpired({ attempts, store, now }: Pool): void {
  store.transaction(() => {
    for (const { key, forgetMs } of attempts.list()) if (forgetMs <= now()) attempts.delete(key);
  });
}

function newPool(): PoolRecord {
  const lower = 'abcdefghijklmnopqrstuvwxyz0123456789';
  return {
    id: `${LOCAL_REGION}_${randomText(9, lower + lower.toUpperCase())}`,
    clientId: randomText(26, lower),
  };
}

function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The file contains password hashes. SQLite gives its side files the same mode. */
function privateFile(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, name);
  closeSync(openSync(path, 'a', 0o600));
  return path;
}
