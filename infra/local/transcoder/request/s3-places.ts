export interface S3Place {
  readonly bucket: string;
  readonly key: string;
}

/** `undefined` if it is not an S3 URL. */
export function parseS3Url(url: string): S3Place | undefined {
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/([^\p{Cc}]*)$/u.exec(url) ?? [];
  return bucket && key !== undefined ? { bucket, key } : undefined;
}

/** The folder of an output group's files, and the prefix of their names. */
export interface Destination {
  readonly bucket: string;
  /** Empty, or ends in `/`. */
  readonly folder: string;
  readonly base: string;
}

/** Throws if it is not an S3 URL. */
export function destinationOf(url: string): Destination {
  const place = parseS3Url(url);
  if (!place) throw new Error(`${url} is no address in S3`);
  const cut = place.key.lastIndexOf('/') + 1;
  return { bucket: place.bucket, folder: place.key.slice(0, cut), base: place.key.slice(cut) };
}

export const s3UrlOf = ({ bucket, folder }: Destination, name: string): string =>
  `s3://${bucket}/${folder}${name}`;
