import { DAY_MS } from '#shared/plain/time.ts';
import { MAX_PARTS } from '../multipart/multipart-uploads.ts';
import { blobsOf, type Storage } from '../state/storage-context.ts';
import type { BucketDefinition } from './buckets.ts';

/**
 * Deletes expired objects and uploads by the buckets' rules. As in S3, they expire at the midnight (UTC) after they
 * reach the age. Source: Amazon S3 User Guide, "Lifecycle configuration elements".
 */
export async function applyLifecycle(
  { index, blobs }: Pick<Storage, 'index' | 'blobs'>,
  buckets: readonly BucketDefinition[],
  nowMs: number,
): Promise<void> {
  const lastMidnightMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  for (const { name, lifecycle } of buckets) {
    if (!lifecycle) continue;
    const objects = index.objectsUntil(name, lastMidnightMs - lifecycle.expireAfterDays * DAY_MS);
    index.deleteObjects(
      name,
      objects.map(({ key }) => key),
    );
    await blobs.remove(objects.flatMap(blobsOf));
    const uploads = index.uploadsUntil(name, lastMidnightMs - lifecycle.abortIncompleteAfterDays * DAY_MS);
    for (const upload of uploads) {
      const parts = index.partsAfter(upload.id, 0, MAX_PARTS);
      index.endUpload(upload);
      await blobs.remove(parts.map(({ segment }) => segment.blob));
    }
  }
}
