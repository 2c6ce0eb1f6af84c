import type { S3Client } from '@aws-sdk/client-s3';
import { isAwsError } from '../../aws/retry.ts';
import { s3 } from '../../aws/s3.ts';
import type { SegmentFiles } from '../ports.ts';
import { publishedFile } from '../published-file.s3.ts';

export interface SegmentsBucket {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  /** Served by the CDN. */
  readonly mediaBucket: string;
}

/** So many headers are known to be stored; then they are stored once more. */
const MAX_KNOWN = 1000;

/** The files of direct broadcasts in S3. A header comes with each segment, and is stored once. */
export const segmentFiles = ({ client = s3, mediaBucket }: SegmentsBucket): SegmentFiles => {
  const known = new Set<string>();
  return {
    publish: async (broadcast, file) => {
      const key = `${broadcast.id}/${file.name}`;
      if (known.has(key)) return;
      await client().send(publishedFile(mediaBucket, broadcast, file));
      if (known.size >= MAX_KNOWN) known.clear();
      if (file.name.startsWith('init-')) known.add(key);
    },
    publishOnce: async (broadcast, file) => {
      try {
        await client().send(publishedFile(mediaBucket, broadcast, file, true));
        return true;
      } catch (error) {
        // Of two at once S3 refuses one, whichever it is.
        if (isAwsError(error, 'PreconditionFailed', 'ConditionalRequestConflict')) return false;
        throw error;
      }
    },
  };
};
