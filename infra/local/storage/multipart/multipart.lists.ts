import { LOCAL_ACCOUNT } from '../../aws/credentials.ts';
import type { Signed } from '../authentication/authenticate.ts';
import { checksumElement } from '../checksums/checksums.ts';
import { afterKey, afterPrefix, laterOf } from '../protocol/key-order.ts';
import { readCount, readEncoding } from '../protocol/list-parameters.ts';
import { requireUpload } from './multipart.uploads.ts';
import type { Part, Upload } from '../state/objects.index.ts';
import { invalidArgument, notImplemented } from '../protocol/s3.errors.ts';
import type { Answer } from '../protocol/s3.request.ts';
import { xmlDocument, type Xml } from '../protocol/s3.xml.ts';
import type { Storage } from '../state/storage.context.ts';

const OWNER: readonly Xml[] = [
  ['Initiator', [['ID', LOCAL_ACCOUNT]]],
  ['Owner', [['ID', LOCAL_ACCOUNT]]],
  ['StorageClass', 'STANDARD'],
];

/** ListParts, by number. */
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
    ['ChecksumAlgorithm', upload.checksum?.algorithm],
    ['ChecksumType', upload.checksum?.type],
    ['PartNumberMarker', markerText],
    ['NextPartNumberMarker', isTruncated ? parts.at(-1)?.number : undefined],
    ['MaxParts', maxParts],
    ['IsTruncated', isTruncated],
    ...parts.map(partElement),
  ]);
  return { status: 200, body };
}

const partElement = ({ number, etag, modifiedMs, segment, checksum }: Part): Xml => [
  'Part',
  [
    ['PartNumber', number],
    ['LastModified', new Date(modifiedMs).toISOString()],
    ['ETag', `"${etag}"`],
    ['Size', segment.sizeBytes],
    ...(checksum ? [[checksumElement(checksum.algorithm), checksum.value] as const] : []),
  ],
];

/** ListMultipartUploads, by key and start. */
export function listUploads({ index }: Storage, { request }: Signed): Answer {
  const { bucket, query } = request;
  if (query.get('delimiter')) throw notImplemented('delimiter');
  const encode = readEncoding(query);
  const maxUploads = readCount(query, 'max-uploads');
  const prefix = query.get('prefix') ?? '';
  const keyMarker = query.get('key-marker') ?? '';
  const idMarker = keyMarker === '' ? '' : (query.get('upload-id-marker') ?? '');
  // Without an upload's id the marker stands for all uploads of its key.
  const marker = idMarker === '' ? afterKey(keyMarker) : Buffer.from(keyMarker);
  const from = laterOf(marker, Buffer.from(prefix));
  const afterId = from === marker ? idMarker : '';
  const found = index.uploads(bucket, from, afterId, afterPrefix(prefix), maxUploads + 1);
  const uploads = found.slice(0, maxUploads);
  const isTruncated = found.length > maxUploads && maxUploads > 0;
  const last = isTruncated ? uploads.at(-1) : undefined;
  const body = xmlDocument('ListMultipartUploadsResult', [
    ['Bucket', bucket],
    ['KeyMarker', encode(keyMarker)],
    ['UploadIdMarker', idMarker],
    ['NextKeyMarker', last && encode(last.key)],
    ['NextUploadIdMarker', last?.id],
    ['Prefix', encode(prefix)],
    ['EncodingType', query.get('encoding-type')],
    ['MaxUploads', maxUploads],
    ['IsTruncated', isTruncated],
    ...uploads.map((upload) => uploadElement(upload, encode)),
  ]);
  return { status: 200, body };
}

const uploadElement = ({ id, key, startedMs, checksum }: Upload, encode: (key: string) => string): Xml => [
  'Upload',
  [
    ['Key', encode(key)],
    ['UploadId', id],
    ...OWNER,
    ['Initiated', new Date(startedMs).toISOString()],
    ['ChecksumAlgorithm', checksum?.algorithm],
    ['ChecksumType', checksum?.type],
  ],
];
