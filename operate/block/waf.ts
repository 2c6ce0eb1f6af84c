import { endpointOf, signedRequests, type Signing } from '#functions/aws/signed-requests.ts';

/** Where what belongs to CloudFront is. */
const REGION = 'us-east-1';

/** Sends one operation to AWS WAF; answers what it says. Throws a `WafError` where it refuses. */
export type Waf = <T>(operation: string, input: object) => Promise<T>;

export class WafError extends Error {
  override readonly name = 'WafError';

  /** As the API reference names it: `WAFOptimisticLockException`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** AWS WAF by AWS JSON 1.1, as whom `signing` says. */
export const wafOf = (signing: Pick<Signing, 'credentials' | 'sha256'>): Waf => {
  const send = signedRequests('wafv2', { ...signing, region: REGION });
  return async <T>(operation: string, input: object): Promise<T> => {
    const url = new URL('/', await endpointOf('wafv2', REGION));
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSWAF_20190729.${operation}`,
    };
    const { status, body } = await send({ method: 'POST', url, headers, body: JSON.stringify(input) });
    if (status === 200) return (body === '' ? {} : JSON.parse(body)) as T;
    const code = /"__type"\s*:\s*"(?:[^"]*#)?(\w+)"/.exec(body)?.[1] ?? '';
    throw new WafError(code, `AWS WAF refuses ${operation}: ${body}`);
  };
};
