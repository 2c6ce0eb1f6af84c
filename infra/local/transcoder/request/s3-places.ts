export interface S3Place {
  readonly bucket: string;
  readonly key: string;
}

/** Nothing where it is no address of a bucket. */
export function parseS3Url(url: string): S3Place | undefined {
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/([^\p{Cc}]*)$/u.exec(url) ?? [];
  return bucket && key !== undefined ? { bucket, key } : undefined;
}

/** Where the files of an output group go, and how their names begin. */
export interface Destination {
  readonly bucket: string;
  /** Empty, or ends in `/`. */
  readonly folder: string;
  readonly base: string;
}

/** Throws on what is no address. */
export function destinationOf(url: string): Destination {
  const place = parseS3Url(url);
  if (!place) throw new Error(`${url} is no address in S3`);
  const cut = place.key.lastIndexOf('/') + 1;
  return { bucket: place.bucket, folder: place.key.slice(0, cut), base: place.key.slice(cut) };
}

export const s3UrlOf = ({ bucket, folder }: Destination, name: string): string =>
  `s3://${bucket}/${folder}${name}`;
