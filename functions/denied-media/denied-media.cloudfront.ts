import { text } from 'node:stream/consumers';
import { sendRequest } from '../aws/node-request.ts';
import type { Signing } from '../aws/signed-requests.ts';
import { SignerV4a } from '../aws/sigv4a.ts';
import type { DeniedMediaStore } from './denied-media-store.ts';

export interface StoreOptions extends Pick<Signing, 'credentials' | 'sha256'> {
  readonly arn: string;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag: string;
}

const TIMEOUT_MS = 5000;
/** Written where nothing else would change, because another run must notice this one. */
const MARK = 'changed';

/**
 * The CloudFront KeyValueStore of denied media, without the SDK's client. Source: CloudFront API Reference, "Amazon
 * CloudFront KeyValueStore": `DescribeKeyValueStore`, `GetKey` and `UpdateKeys`.
 */
export function deniedMediaStore({ arn, ...signing }: StoreOptions): DeniedMediaStore {
  const signer = new SignerV4a('cloudfront-keyvaluestore', signing);
  const account = arn.split(':')[4] ?? '';
  const endpoint =
    process.env['AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE'] ??
    `https://${account}.cloudfront-kvs.global.api.aws`;
  const store = `${endpoint}/key-value-stores/${encodeURIComponent(arn)}`;
  const ask = async (url: string, update?: { readonly body: string; readonly ifMatch: string }) => {
    const { body, ifMatch } = update ?? {};
    const method = update ? 'POST' : 'GET';
    const given = ifMatch && { 'if-match': ifMatch, 'content-type': 'application/json' };
    const request = { method, url: new URL(url), ...(given && { headers: given }), body };
    const headers = await signer.sign(request);
    const response = await sendRequest(request.url, { method, headers, timeoutMs: TIMEOUT_MS }, body);
    const etag = String(response.headers['etag'] ?? '');
    return { status: response.statusCode ?? 0, body: await text(response), etag };
  };
  /** The API reference does not say whether a key that is not there can be deleted. */
  const has = async (key: string): Promise<boolean> => {
    const answer = await ask(`${store}/keys/${encodeURIComponent(key)}`);
    return answer.status !== 404 && required(answer).status === 200;
  };
  return {
    version: async () => required(await ask(store)).etag,
    update: async (version, { denied, allowed }) => {
      const there = await Promise.all(allowed.map(async (key) => (await has(key)) && key));
      const Deletes = there.filter((key) => key !== false).map((Key) => ({ Key }));
      // The key says all. A value that is new each time makes a new version of the store.
      const Value = new Date().toISOString();
      const keys = denied.length + Deletes.length > 0 ? denied : [MARK];
      const Puts = keys.map((Key) => ({ Key, Value }));
      const body = JSON.stringify({ Puts, Deletes } satisfies UpdateKeys);
      const answer = await ask(`${store}/keys`, { body, ifMatch: version });
      return isConflict(answer) ? null : required(answer).etag;
    },
  };
}

interface UpdateKeys {
  readonly Puts: readonly { readonly Key: string; readonly Value: string }[];
  readonly Deletes: readonly { readonly Key: string }[];
}

/** The API reference names `ConflictException` (409); an old version has also been answered as a failed precondition. */
const isConflict = ({ status, body }: Answer): boolean =>
  status === 409 || status === 412 || (status === 400 && /pre-?condition/i.test(body));

function required(answer: Answer): Answer {
  if (answer.status === 200) return answer;
  throw new Error(`The store of denied media answered ${answer.status}: ${answer.body}`);
}
