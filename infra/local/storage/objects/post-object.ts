import type { Credentials } from '../../aws/credentials.ts';
import { checkPolicy, type SizeLimits } from '../authentication/post-policy.ts';
import { readForm, type UploadForm } from '../body/form-data.ts';
import { MAX_PUT_BYTES } from '../body/payload.ts';
import { BodyDigester } from '../checksums/body-digests.ts';
import { expectedChecksum, compareChecksum } from '../checksums/expected-checksum.ts';
import { entityTooLarge, entityTooSmall, invalidArgument } from '../protocol/s3.errors.ts';
import { requireFittingKey, type Answer, type S3Request } from '../protocol/s3.request.ts';
import { xmlDocument } from '../protocol/s3.xml.ts';
import type { StoredObject } from '../state/objects.index.ts';
import type { Storage } from '../state/storage.context.ts';
import { keptHeaders } from './object-headers.ts';
import { newObject, storeObject } from './put-object.ts';

/** POST Object: a browser's form, which a signed policy allows. */
export function postObject(storage: Storage, request: S3Request, credentials: Credentials): Promise<Answer> {
  return readForm(request.body(), request.headers['content-type'] ?? '', async (form) => {
    const limits = checkPolicy(form.fields, request.bucket, credentials);
    const object = await storeFile(storage, request, form, limits);
    return answer(request, form.fields, object);
  });
}

async function storeFile(
  storage: Storage,
  request: S3Request,
  { fields, filename, file }: UploadForm,
  limits: SizeLimits | undefined,
): Promise<StoredObject> {
  const template = fields.get('key');
  if (!template) throw invalidArgument("Bucket POST must contain a field named 'key'.", 'key', '');
  const key = template.replaceAll('${filename}', () => filename);
  requireFittingKey(key);
  // The form's fields are what headers are to PUT; bytes beyond ASCII are kept as headers hold them.
  const headers = Object.fromEntries(
    [...fields].map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
  const kept = keptHeaders(headers);
  const expected = expectedChecksum(headers);
  const digester = new BodyDigester(expected?.algorithm, { wantsSha256: false });
  const passing = withinLimits(file, digester, limits ?? { minBytes: 0, maxBytes: MAX_PUT_BYTES });
  const blob = await storage.blobs.write(passing);
  const digests = digester.finish();
  try {
    if (expected) compareChecksum(expected.algorithm, expected.value, digests.checksum?.digest);
  } catch (error) {
    await storage.blobs.remove([blob]);
    throw error;
  }
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

function answer(
  { headers: { host } }: S3Request,
  fields: UploadForm['fields'],
  object: StoredObject,
): Answer {
  const { bucket, key } = object;
  const etag = `"${object.etag}"`;
  const location = `http://${host}/${bucket}/${encodeURIComponent(key)}`;
  const redirect = fields.get('success_action_redirect');
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag }))
      target.searchParams.append(name, value);
    return { status: 303, headers: { location: target.href, etag } };
  }
  const wanted = fields.get('success_action_status');
  const headers = { etag, location };
  if (wanted !== '201') return { status: wanted === '200' ? 200 : 204, headers };
  const body = xmlDocument('PostResponse', [
    ['Location', location],
    ['Bucket', bucket],
    ['Key', key],
    ['ETag', etag],
  ]);
  return { status: 201, headers, body };
}
