import { invalidArgument, notImplemented } from './s3-errors.ts';
import type { S3Request } from './s3-request.ts';

/** Returns the bucket and key named by `x-amz-copy-source`. Throws `InvalidArgument`. */
export function copySourcePlace({ headers }: S3Request): { readonly bucket: string; readonly key: string } {
  const text = headers['x-amz-copy-source'] ?? '';
  const [path = '', version] = text.split('?');
  if (version !== undefined) throw notImplemented('versionId');
  const [, bucket, key] = /^\/?([^/]+)\/(.+)$/s.exec(decodeSource(path, text)) ?? [];
  if (!bucket || !key) throw notASource(text);
  return { bucket, key };
}

function decodeSource(path: string, text: string): string {
  try {
    return decodeURIComponent(Buffer.from(path, 'latin1').toString('utf8'));
  } catch (cause) {
    throw Object.assign(notASource(text), { cause });
  }
}

const notASource = (text: string): Error =>
  invalidArgument(
    'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    'x-amz-copy-source',
    text,
  );
