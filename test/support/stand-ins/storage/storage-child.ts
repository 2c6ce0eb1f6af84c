import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { S3Client } from '@aws-sdk/client-s3';
import { localCredentials } from '#infra/local/aws/credentials.ts';
import { BUCKET } from './storage-fixture.ts';

const PROGRAM = fileURLToPath(new URL('./storage-process.ts', import.meta.url));

/** S3's stand-in as a process that tests can kill. */
export class StorageChild {
  s3!: S3Client;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'fanfare-storage-'));
  readonly #credentials = localCredentials(this.dataDir);
  #child!: ChildProcess;

  async start(): Promise<void> {
    this.#child = fork(PROGRAM, [this.dataDir, BUCKET]);
    const { endpoint } = await this.#message<{ endpoint: string }>();
    const { accessKeyId, secretAccessKey } = this.#credentials;
    this.s3 = new S3Client({
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts: 1,
      // For presigned PUTs, whose body is not known yet.
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }

  async kill(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exited;
    this.s3.destroy();
  }

  /** Returns its peak memory since the start. */
  async peakBytes(): Promise<number> {
    const answer = this.#message<{ peakBytes: number }>();
    this.#child.send('memory');
    return (await answer).peakBytes;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true });
  }

  blobs(): string[] {
    return readdirSync(join(this.dataDir, 'storage', 'blobs'));
  }

  async #message<T>(): Promise<T> {
    const [message] = (await once(this.#child, 'message')) as [T];
    return message;
  }
}
