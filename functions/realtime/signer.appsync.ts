import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

export interface PublisherOptions {
  /** `https://…/event`. */
  readonly url: string;
  readonly region: () => Promise<string>;
  readonly credentials: () => Promise<AwsCredentials>;
}

/** Signs the bodies that are posted to `url`: answers the headers to send (Signature Version 4). */
export function createSigner({ url, region, credentials }: PublisherOptions) {
  const signer = new SignatureV4({ service: 'appsync', region, credentials, sha256: Sha256 });
  const { protocol, hostname, host, port, pathname: path } = new URL(url);
  return async (body: string): Promise<Record<string, string>> => {
    const headers = { host, 'content-type': 'application/json' };
    const place = { protocol, hostname, path, ...(port && { port: Number(port) }) };
    return (await signer.sign({ method: 'POST', ...place, headers, body })).headers;
  };
}
