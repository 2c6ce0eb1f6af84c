import { text } from 'node:stream/consumers';
import { SignatureV4a } from '@smithy/signature-v4a';
import { sendRequest } from '#functions/aws/node-request.ts';
import { ATTEMPT_LIMITS_MS } from '#functions/aws/time-limits.ts';
import type { Signing } from '#functions/aws/signed-requests.ts';
import type { DeniedMediaStore } from './denied-media-store.ts';

export interface StoreOptions extends Pick<Signing, 'credentials' | 'sha256'> {
  readonly arn: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag: string;
}

/**
 * The CloudFront KeyValueStore of denied media, without the SDK's client. Source: CloudFront API Reference, "Amazon
 * CloudFront KeyValueStore": `DescribeKeyValueStore` and `UpdateKeys`.
 */
export function deniedMediaStore({ arn, ...signing }: StoreOptions): DeniedMediaStore {
  const signer = new SignatureV4a({ service: 'cloudfront-keyvaluestore', region: '*', ...signing });
  const account = arn.split(':')[4] ?? '';
  const endpoint =
    process.env['AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE'] ??
    `https://${account}.cloudfront-kvs.global.api.aws`;
  const store = `${endpoint}/key-value-stores/${encodeURIComponent(arn)}`;
  const ask = async (url: string, update?: { readonly body: string; readonly ifMatch: string }) => {
    const { body, ifMatch } = update ?? {};
    const method = update ? 'POST' : 'GET';
    const given = ifMatch && { 'if-match': ifMatch, 'content-type': 'application/json' };
    const to = new URL(url);
    const { protocol, hostname, host, pathname: path } = to;
    const request = { method, protocol, hostname, path, query: {}, headers: { host, ...given }, body };
    const { headers } = (await signer.sign(request, {})) as typeof request;
    const response = await sendRequest(
      to,
      { method, headers, timeoutMs: ATTEMPT_LIMITS_MS.keyValueStore },
      body,
    );
    const etag = String(response.headers['etag'] ?? '');
    return { status: response.statusCode ?? 0, body: await text(response), etag };
  };
  const send = async (version: string, update: UpdateKeys): Promise<string | null> => {
    const answer = await ask(`${store}/keys`, { body: JSON.stringify(update), ifMatch: version });
    return isConflict(answer) ? null : required(answer).etag;
  };
  return {
    version: async () => required(await ask(store)).etag,
    update: async (version, { denied, allowed }) => {
      // The key says all. A value that is new each time makes a new version of the store.
      const Value = new Date().toISOString();
      const Puts = [...denied, ...allowed].map((Key) => ({ Key, Value }));
      const next = await send(version, { Puts });
      // The API reference does not say whether a missing key can be deleted, so each is written first.
      if (next === null || allowed.length === 0) return next;
      return send(next, { Deletes: allowed.map((Key) => ({ Key })) });
    },
  };
}

interface UpdateKeys {
  readonly Puts?: readonly { readonly Key: string; readonly Value: string }[];
  readonly Deletes?: readonly { readonly Key: string }[];
}

/** The API reference names `ConflictException` (409); an old version has also been answered as a failed precondition. */
const isConflict = ({ status, body }: Answer): boolean =>
  status === 409 || status === 412 || (status === 400 && /pre-?condition/i.test(body));

function required(answer: Answer): Answer {
  if (answer.status === 200) return answer;
  throw new Error(`The store of denied media answered ${answer.status}: ${answer.body}`);
}
