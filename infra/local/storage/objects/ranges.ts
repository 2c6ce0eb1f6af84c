import { AwsError } from '../../aws/aws-error.ts';
import type { ByteSpan } from '../state/blobs.ts';

/**
 * Reads `bytes=0-99`, `bytes=100-` and `bytes=-100` (RFC 9110 §14.1.2); nothing for what S3 passes over, which is
 * several ranges or another form. Throws `InvalidRange`.
 */
export function readRange(text: string | undefined, sizeBytes: number): ByteSpan | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(text ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(0, sizeBytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  if (start < end) return { start, end };
  throw new AwsError('InvalidRange', 'The requested range is not satisfiable', 416, {
    RangeRequested: text,
    ActualObjectSize: String(sizeBytes),
  });
}
