import { endpointOf, signedRequests, type Signing } from '#functions/aws/signed-requests.ts';

/** The region of CloudFront's resources. */
const REGION = 'us-east-1';

/** Calls an operation of AWS WAF and returns its result. Throws a `WafError`. */
export type Waf = <T>(operation: string, input: object) => Promise<T>;

export class WafError extends Error {
  override readonly name = 'WafError';

  /** The error's name in the API reference, for example `WAFOptimisticLockException`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Calls AWS WAF with AWS JSON 1.1, signed by `signing`. */
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
    throw new WafError(code, `AWS WAF refused ${operation}: ${body}`);
  };
};
