import type { Signed } from '../authentication/authenticate.ts';
import { objectArn } from '../authentication/s3-access.ts';
import { receiveText } from '../body/payload.ts';
import { expectedChecksum } from '../checksums/expected-checksum.ts';
import { invalidRequest, malformedXml } from '../protocol/s3-errors.ts';
import { MAX_KEY_BYTES, type Answer } from '../protocol/s3-request.ts';
import { elementsOf, parseXml, textOf, xmlDocument, type Xml } from '../protocol/s3-xml.ts';
import { blobsOf, type Storage } from '../state/storage-context.ts';

const MAX_KEYS = 1000;
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** DeleteObject: succeeds if the object does not exist. */
export async function deleteObject({ index, blobs, events }: Storage, { request }: Signed): Promise<Answer> {
  const { bucket, key } = request;
  const object = index.object(bucket, key);
  index.deleteObjects(bucket, [key]);
  if (object) events.deleted(request, object, 'DeleteObject');
  await blobs.remove(blobsOf(object));
  return { status: 204 };
}

/** DeleteObjects: up to 1000 keys. The response to a quiet request only lists failures. */
export async function deleteObjects(storage: Storage, signed: Signed): Promise<Answer> {
  const { index, blobs, events } = storage;
  const { bucket, headers } = signed.request;
  if (!expectedChecksum(headers))
    throw invalidRequest('Missing required header for this request: Content-MD5');
  const document = parseXml(await receiveText(signed, MAX_BODY_BYTES, malformedXml), 'Delete');
  const keys = elementsOf(document, 'Object').map((element) => textOf(element, 'Key') ?? '');
  if (keys.length === 0 || keys.length > MAX_KEYS || keys.includes('')) throw malformedXml();
  const tooLong = keys.filter((key) => Buffer.byteLength(key) > MAX_KEY_BYTES);
  const refused = new Map(keys.flatMap((key) => refusedDeletion(storage, signed, key)));
  const fitting = keys.filter((key) => !tooLong.includes(key) && !refused.has(key));

  const objects = [...new Set(fitting)].flatMap((key) => index.object(bucket, key) ?? []);
  index.deleteObjects(bucket, fitting);
  for (const object of objects) events.deleted(signed.request, object, 'DeleteObjects');
  await blobs.remove(objects.flatMap(blobsOf));

  const isQuiet = textOf(document, 'Quiet')?.trim() === 'true';
  const deleted = isQuiet ? [] : fitting.map((key): Xml => ['Deleted', [['Key', key]]]);
  const failed = [
    ...tooLong.map((key) => failure(key, 'KeyTooLongError', 'Your key is too long')),
    ...[...refused].map(([key, message]) => failure(key, 'AccessDenied', message)),
  ];
  return { status: 200, body: xmlDocument('DeleteResult', [...deleted, ...failed]) };
}

/** S3 authorises each object separately. */
function refusedDeletion({ refuse }: Storage, { request, holder }: Signed, key: string): [string, string][] {
  const refusal = refuse?.(holder, [{ action: 's3:DeleteObject', resource: objectArn(request.bucket, key) }]);
  return refusal ? [[key, refusal.message]] : [];
}

const failure = (key: string, code: string, message: string): Xml => [
  'Error',
  [
    ['Key', key],
    ['Code', code],
    ['Message', message],
  ],
];
