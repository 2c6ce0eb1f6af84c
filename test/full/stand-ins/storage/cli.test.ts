import { execFile, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUCKET, StorageFixture } from '#test/support/stand-ins/storage/storage-fixture.ts';

const hasCli = spawnSync('aws', ['--version']).status === 0;
const reason = hasCli ? '' : ' (skipped: `aws` is not installed; Debian has it as awscli)';

const run = promisify(execFile);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!hasCli)(`the AWS CLI${reason}`, () => {
  const fixture = new StorageFixture();
  const folder = join(fixture.dataDir, 'files');
  /** Larger than what the CLI uploads in one piece (8 MiB). */
  const large = randomBytes(20_000_000);

  beforeAll(async () => {
    await fixture.start();
    mkdirSync(join(folder, 'fans'), { recursive: true });
    writeFileSync(join(folder, 'large.bin'), large);
    // Older CLIs still presign with version 2.
    writeFileSync(join(folder, 'config'), '[default]\ns3 =\n  signature_version = s3v4\n');
    writeFileSync(join(folder, 'fans', 'ceiling ü &+.txt'), 'ceiling');
    writeFileSync(join(folder, 'fans', 'empty.txt'), '');
  });
  afterAll(() => fixture.remove());

  async function aws(...args: string[]): Promise<string> {
    const { dataDir, storage } = fixture;
    const { stdout } = await run('aws', ['--endpoint-url', storage.endpoint, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: dataDir,
        LC_ALL: 'C.UTF-8',
        AWS_SHARED_CREDENTIALS_FILE: join(dataDir, 'credentials'),
        AWS_CONFIG_FILE: join(folder, 'config'),
        AWS_DEFAULT_REGION: 'us-east-1',
      },
    });
    return stdout;
  }

  it('uploads a large file in parts and downloads it unchanged', async () => {
    await aws(
      's3',
      'cp',
      join(folder, 'large.bin'),
      `s3://${BUCKET}/large.bin`,
      '--cache-control',
      'no-store',
    );
    const head = JSON.parse(
      await aws(
        's3api',
        'head-object',
        '--bucket',
        BUCKET,
        '--key',
        'large.bin',
        '--checksum-mode',
        'ENABLED',
      ),
    ) as { ETag: string };
    expect(head).toMatchObject({ ContentLength: large.length, CacheControl: 'no-store' });
    expect(head.ETag).toMatch(/-3"$/);
    await aws('s3', 'cp', `s3://${BUCKET}/large.bin`, join(folder, 'back.bin'));
    expect(sha256(readFileSync(join(folder, 'back.bin')))).toBe(sha256(large));
  });

  it('syncs, lists, moves and removes', async () => {
    await aws('s3', 'sync', join(folder, 'fans'), `s3://${BUCKET}/fans`);
    expect(await fixture.text('fans/ceiling ü &+.txt')).toBe('ceiling');
    expect(await aws('s3', 'sync', join(folder, 'fans'), `s3://${BUCKET}/fans`)).toBe('');
    await aws('s3', 'mv', `s3://${BUCKET}/fans/empty.txt`, `s3://${BUCKET}/fans/moved.txt`);
    const listed = await aws('s3', 'ls', '--recursive', `s3://${BUCKET}/fans/`);
    expect(listed.match(/fans\/.*/g)).toEqual(['fans/ceiling ü &+.txt', 'fans/moved.txt']);
    await aws('s3', 'rm', '--recursive', `s3://${BUCKET}/fans`);
    await expect(fixture.text('fans/moved.txt')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('presigns an address that others can read', async () => {
    await fixture.put('shared', 'for all');
    const url = (await aws('s3', 'presign', `s3://${BUCKET}/shared`)).trim();
    expect(await (await fetch(url)).text()).toBe('for all');
  });
});
