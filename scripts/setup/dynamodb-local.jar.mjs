/** The program of DynamoDB Local, as AWS gives it out. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from './project.mjs';

/** One version, whose bytes are known: https://github.com/Homebrew/homebrew-cask/blob/HEAD/Casks/d/dynamodb-local.rb */
const RELEASE = {
  address: 'https://d1ni2b6xgvw0s0.cloudfront.net/v2.x/dynamodb_local_2026-10-14.tar.gz',
  sha256: '7a94eb65f81aee270738751a4e5e3e6a7ad02a5d25194f55b83e08ec2ba6342b',
};

/** Where jar and libraries are, in `folder`, fetched there once; null where they cannot be had. */
export async function fetchJar(folder, { address, sha256 } = RELEASE) {
  const program = { jar: join(folder, 'DynamoDBLocal.jar'), libraries: join(folder, 'DynamoDBLocal_lib') };
  if (existsSync(program.jar)) return program;
  say(`Fetching DynamoDB Local (${address}) …`);
  const archive = await download(address, sha256);
  return archive && unpack(archive, folder) ? program : null;
}

async function download(address, sha256) {
  const response = await fetch(address).catch(() => null);
  const bytes = response?.ok ? Buffer.from(await response.arrayBuffer()) : null;
  if (!bytes) return sayNull('DynamoDB Local cannot be fetched.');
  const isRight = createHash('sha256').update(bytes).digest('hex') === sha256;
  return isRight ? bytes : sayNull('What came is not DynamoDB Local: its SHA-256 is another.');
}

/** All of it or nothing: what is there under its name is whole. */
function unpack(archive, folder) {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const file = join(unfinished, 'archive.tar.gz');
  writeFileSync(file, archive);
  const { status } = spawnSync('tar', ['-xzf', file, '-C', unfinished], { stdio: 'ignore' });
  rmSync(file);
  rmSync(folder, { recursive: true, force: true });
  if (status === 0) renameSync(unfinished, folder);
  else rmSync(unfinished, { recursive: true });
  return status === 0 || sayNull('DynamoDB Local could not be unpacked: there is no tar.');
}

function sayNull(words) {
  say(words);
  return null;
}
