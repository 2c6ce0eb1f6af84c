import { createHash } from 'node:crypto';
import { AwsError } from '../../aws/aws-error.ts';
import type { Signed } from '../authentication/authenticate.ts';
import { receiveText } from '../body/payload.ts';
import { unquote } from '../objects/conditions.ts';
import { entityTooSmall, malformedXml } from '../protocol/s3-errors.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import { elementsOf, parseXml, textOf, xmlDocument } from '../protocol/s3-xml.ts';
import type { Part, StoredObject, Upload } from '../state/objects-index.ts';
import { blobsOf, nowInSecondsMs, type Storage } from '../state/storage-context.ts';
import { MAX_PARTS, requireUpload } from './multipart-uploads.ts';

const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_BODY_BYTES = 4 * 1024 * 1024;

interface ListedPart {
  readonly number: number;
  readonly etag: string;
}

/**
 * CompleteMultipartUpload: combines the listed parts into the object atomically, without moving data. A repeated
 * request, for example after a lost response, gets the same response.
 */
export async function completeUpload(storage: Storage, signed: Signed): Promise<Answer> {
  const { index, blobs, events } = storage;
  const { request } = signed;
  const listed = readListedParts(await receiveText(aboutBody(signed), MAX_BODY_BYTES, malformedXml));
  const earlier = completedEarlier(storage, request, listed);
  if (earlier) return completion(request, earlier);

  const upload = requireUpload(index, request);
  const stored = index.partsAfter(upload.id, 0, MAX_PARTS);
  const parts = choose(listed, stored);
  const object = assemble(upload, parts);
  const replaced = index.object(upload.bucket, upload.key);
  index.endUpload(upload, object);
  events.created(request, object, 'CompleteMultipartUpload');
  const unlisted = stored.filter((part) => !parts.includes(part)).map(({ segment }) => segment.blob);
  await blobs.remove([...unlisted, ...blobsOf(replaced)]);
  return completion(request, object);
}

/** A checksum in the headers is that of the object, not of the body, so it is ignored. */
const aboutBody = (signed: Signed): Signed => {
  const own = Object.entries(signed.request.headers).filter(([name]) => !name.startsWith('x-amz-checksum-'));
  return { ...signed, request: { ...signed.request, headers: Object.fromEntries(own) } };
};

function completion({ headers }: S3Request, { bucket, key, etag }: StoredObject): Answer {
  const body = xmlDocument('CompleteMultipartUploadResult', [
    ['Location', `http://${headers['host']}/${bucket}/${encodeURIComponent(key)}`],
    ['Bucket', bucket],
    ['Key', key],
    ['ETag', `"${etag}"`],
  ]);
  return { status: 200, body };
}

function readListedParts(text: string): ListedPart[] {
  const elements = elementsOf(parseXml(text, 'CompleteMultipartUpload'), 'Part');
  const listed = elements.map((element) => ({
    number: Number(textOf(element, 'PartNumber')),
    etag: unquote(textOf(element, 'ETag') ?? ''),
  }));
  if (listed.length === 0 || listed.some(({ number, etag }) => !Number.isInteger(number) || etag === '')) {
    throw malformedXml();
  }
  if (listed.some(({ number }, at) => number <= (listed[at - 1]?.number ?? 0))) {
    throw new AwsError(
      'InvalidPartOrder',
      'The list of parts was not in ascending order. The parts list must be specified in order by part number.',
    );
  }
  return listed;
}

function completedEarlier(
  { index }: Storage,
  request: S3Request,
  listed: readonly ListedPart[],
): StoredObject | undefined {
  const object = index.completed(request.query.get('uploadId') ?? '');
  if (!object || object.bucket !== request.bucket || object.key !== request.key) return undefined;
  const etags = listed.map(({ etag }) => etag);
  return joinEtags(etags) === object.etag ? object : undefined;
}

/** Returns the stored parts that are listed. Throws `InvalidPart`, `EntityTooSmall`. */
function choose(listed: readonly ListedPart[], stored: readonly Part[]): Part[] {
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const parts = listed.map((entry) => {
    const part = byNumber.get(entry.number);
    if (!part || part.etag !== entry.etag) throw invalidPart(entry);
    return part;
  });
  const small = parts.slice(0, -1).find(({ segment }) => segment.sizeBytes < MIN_PART_BYTES);
  if (small) {
    const { number, etag, segment } = small;
    throw entityTooSmall(segment.sizeBytes, MIN_PART_BYTES, { PartNumber: String(number), ETag: etag });
  }
  return parts;
}

const invalidPart = ({ number, etag }: ListedPart): AwsError =>
  new AwsError(
    'InvalidPart',
    "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
    400,
    { PartNumber: String(number), ETag: etag },
  );

function assemble(upload: Upload, parts: readonly Part[]): StoredObject {
  const { bucket, key, headers } = upload;
  return {
    bucket,
    key,
    headers,
    sizeBytes: parts.reduce((sum, { segment }) => sum + segment.sizeBytes, 0),
    etag: joinEtags(parts.map(({ etag }) => etag)),
    modifiedMs: nowInSecondsMs(),
    segments: parts.map(({ segment }) => segment),
  };
}

/** MD5 of the parts' MD5s, followed by their number. */
function joinEtags(etags: readonly string[]): string {
  const md5 = createHash('md5');
  for (const etag of etags) md5.update(Buffer.from(etag, 'hex'));
  return `${md5.digest('hex')}-${etags.length}`;
}
