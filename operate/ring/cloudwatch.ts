import { endpointOf, signedRequests, type Signing } from '#functions/aws/signed-requests.ts';
import type { CloudWatch } from './ring.ts';

/** Calls CloudWatch with AWS JSON 1.0, signed by `signing`. */
export const cloudWatchOf =
  (signing: Pick<Signing, 'credentials' | 'sha256'>): CloudWatch =>
  async (region, operation, input) => {
    const send = signedRequests('monitoring', { ...signing, region });
    const url = new URL('/', await endpointOf('cloudwatch', region, 'monitoring'));
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `GraniteServiceVersion20100801.${operation}`,
    };
    const { status, body } = await send({ method: 'POST', url, headers, body: JSON.stringify(input) });
    if (status !== 200) throw new Error(`CloudWatch refused ${operation}: ${body}`);
    return body === '' ? {} : (JSON.parse(body) as object);
  };
