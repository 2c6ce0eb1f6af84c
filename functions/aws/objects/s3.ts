import { S3Client } from '@aws-sdk/client-s3';
import { clientSettings } from '../client-settings.ts';

let client: S3Client | undefined;

/** One client per Lambda, so that connections are reused. */
export const s3 = (): S3Client => (client ??= createClient());

function createClient(): S3Client {
  // Browsers send no checksum to signed URLs.
  const created = new S3Client({ ...clientSettings('s3'), requestChecksumCalculation: 'WHEN_REQUIRED' });
  created.middlewareStack.add(
    (next) => (args) => {
      const { headers, body } = args.request as { headers: Record<string, string>; body?: unknown };
      if (body instanceof Uint8Array) headers[PAYLOAD_HASH] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { name: 'unsignedPayload', step: 'build' },
  );
  return created;
}

/** TLS protects bodies, so a segment is not hashed again to be signed. */
const PAYLOAD_HASH = 'x-amz-content-sha256';
