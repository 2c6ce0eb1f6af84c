import { AwsError } from '../../aws/aws-error.ts';
import { invalidArgument } from '../protocol/s3-errors.ts';

type Headers = Readonly<Record<string, string>>;

const KEPT = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];
const META = 'x-amz-meta-';
const MAX_METADATA_BYTES = 2048;

/** Returns the request headers that are stored with the object. Throws `MetadataTooLarge`, `InvalidArgument`. */
export function keptHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!KEPT.includes(name) && !name.startsWith(META)) continue;
    const text = name === 'content-encoding' ? withoutAwsChunked(value) : value;
    if (text !== '' || name.startsWith(META)) kept[name] = printable(name, text);
  }
  const metadata = Object.entries(kept).filter(([name]) => name.startsWith(META));
  const metadataBytes = metadata.reduce(
    (sum, [name, value]) => sum + name.length - META.length + value.length,
    0,
  );
  if (metadataBytes > MAX_METADATA_BYTES) {
    throw new AwsError(
      'MetadataTooLarge',
      'Your metadata headers exceed the maximum allowed metadata size',
      400,
      {
        Size: String(metadataBytes),
        MaxSizeAllowed: String(MAX_METADATA_BYTES),
      },
    );
  }
  return { 'content-type': 'binary/octet-stream', ...kept };
}

const withoutAwsChunked = (value: string): string =>
  value
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== 'aws-chunked')
    .join(',');

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;

function printable(name: string, value: string): string {
  if (!TOKEN.test(name)) throw invalidArgument('The name is not a valid header name.', name, value);
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw invalidArgument('Header value cannot be represented using ISO-8859-1.', name, value);
}
