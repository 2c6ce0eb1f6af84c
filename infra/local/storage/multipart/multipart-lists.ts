import { LOCAL_ACCOUNT } from '../../aws/credentials.ts';
import type { Signed } from '../authentication/authenticate.ts';
import { readCount } from '../protocol/list-parameters.ts';
import { invalidArgument } from '../protocol/s3-errors.ts';
import type { Answer } from '../protocol/s3-request.ts';
import { xmlDocument, type Xml } from '../protocol/s3-xml.ts';
import type { Part } from '../state/objects-index.ts';
import type { Storage } from '../state/storage-context.ts';
import { requireUpload } from './multipart-uploads.ts';

const OWNER: readonly Xml[] = [
  ['Initiator', [['ID', LOCAL_ACCOUNT]]],
  ['Owner', [['ID', LOCAL_ACCOUNT]]],
  ['StorageClass', 'STANDARD'],
];

/** ListParts, ordered by number. */
export function listParts({ index }: Storage, { request }: Signed): Answer {
  const { bucket, key, query } = request;
  const upload = requireUpload(index, request);
  const maxParts = readCount(query, 'max-parts');
  const markerText = query.get('part-number-marker') ?? '0';
  if (!/^\d+$/.test(markerText)) throw invalidArgument('No number.', 'part-number-marker', markerText);
  const found = index.partsAfter(upload.id, Number(markerText), maxParts + 1);
  const parts = found.slice(0, maxParts);
  const isTruncated = found.length > maxParts;
  const body = xmlDocument('ListPartsResult', [
    ['Bucket', bucket],
    ['Key', key],
    ['UploadId', upload.id],
    ...OWNER,
    ['PartNumberMarker', markerText],
    ['NextPartNumberMarker', isTruncated ? parts.at(-1)?.number : undefined],
    ['MaxParts', maxParts],
    ['IsTruncated', isTruncated],
    ...parts.map(partElement),
  ]);
  return { status: 200, body };
}

const partElement = ({ number, etag, modifiedMs, segment }: Part): Xml => [
  'Part',
  [
    ['PartNumber', number],
    ['LastModified', new Date(modifiedMs).toISOString()],
    ['ETag', `"${etag}"`],
    ['Size', segment.sizeBytes],
  ],
];
