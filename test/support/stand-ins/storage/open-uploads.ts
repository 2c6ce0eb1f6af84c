import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Returns the keys of a bucket's multipart uploads that are neither completed nor aborted, in S3's stand-in. */
export function openUploads(dataDir: string, bucket: string): string[] {
  const index = new DatabaseSync(join(dataDir, 'storage', 'index.sqlite'), { readOnly: true });
  const rows = index.prepare('SELECT key FROM upload WHERE bucket = ? ORDER BY key, id').all(bucket);
  index.close();
  return rows.map(({ key }) => Buffer.from(key as Uint8Array).toString());
}
