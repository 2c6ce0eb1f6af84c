import type { Credentials } from '../../aws/credentials.ts';
import { objectArn, requireAllowed } from '../authentication/s3-access.ts';
import { checkPolicy, type SizeLimits } from '../authentication/post-policy.ts';
import { readForm, type UploadForm } from '../body/form-data.ts';
import { MAX_PUT_BYTES } from '../body/payload.ts';
import { BodyDigester } from '../checksums/body-digests.ts';
import { entityTooLarge, entityTooSmall, invalidArgument } from '../protocol/s3-errors.ts';
import { requireFittingKey, type Answer, type S3Request } from '../protocol/s3-request.ts';
import type { StoredObject } from '../state/objects-index.ts';
import type { Storage } from '../state/storage-context.ts';
import { keptHeaders } from './object-headers.ts';
import { newObject, storeObject } from './put-object.ts';

/** POST Object: uploads a browser's form that a signed policy allows. The status is 204, S3's default. */
export function postObject(storage: Storage, request: S3Request, credentials: Credentials): Promise<Answer> {
  return readForm(request.body(), request.headers['content-type'] ?? '', async (form) => {
    const { limits, holder } = checkPolicy(form.fields, request.bucket, credentials);
    const arn = objectArn(request.bucket, form.fields.get('key') ?? '');
    requireAllowed(storage, holder, [{ action: 's3:PutObject', resource: arn }]);
    const { key, etag } = await storeFile(storage, request, form, limits);
    const location = `http://${request.headers['host']}/${request.bucket}/${encodeURIComponent(key)}`;
    return { status: 204, headers: { etag: `"${etag}"`, location } };
  });
}

async function storeFile(
  storage: Storage,
  request: S3Request,
  { fields, file }: UploadForm,
  limits: SizeLimits | undefined,
): Promise<StoredObject> {
  const key = fields.get('key');
  if (!key) throw invalidArgument("Bucket POST must contain a field named 'key'.", 'key', '');
  requireFittingKey(key);
  // The form's fields correspond to the headers of PUT. Non-ASCII bytes are stored as in headers.
  const headers = Object.fromEntries(
    [...fields].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
  const kept = keptHeaders(headers);
  const digester = new BodyDigester(undefined, { wantsSha256: false });
  const passing = withinLimits(file, digester, limits ?? { minBytes: 0, maxBytes: MAX_PUT_BYTES });
  const blob = await storage.blobs.write(passing);
  const digests = digester.finish();
  const object = newObject({ bucket: request.bucket, key, headers: kept, blob, digests });
  await storeObject(storage, request, object, 'POST Object');
  return object;
}

async function* withinLimits(
  file: AsyncIterable<Buffer>,
  digester: BodyDigester,
  { minBytes, maxBytes }: SizeLimits,
): AsyncGenerator<Buffer> {
  for await (const piece of file) {
    digester.update(piece);
    if (digester.sizeBytes > maxBytes) throw entityTooLarge(digester.sizeBytes, maxBytes);
    yield piece;
  }
  if (digester.sizeBytes < minBytes) throw entityTooSmall(digester.sizeBytes, minBytes);
}
