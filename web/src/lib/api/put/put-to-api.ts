/** How bytes get from a browser to our API. */
import type { RouteName } from '../../../../../shared/contract.ts';
import { ApiFailure } from '../api-failure.ts';
import { authorized } from '../api.ts';
import { requestUrl } from '../api-url.ts';
import { type BytesPut, putBytes } from './put-bytes.ts';

type ApiPut = Omit<BytesPut, 'url'> & { readonly params: Record<string, unknown> };

/** Calls a route of the contract whose body is bytes. Throws as `call` does. */
export async function putToApi(name: RouteName & `PUT ${string}`, put: ApiPut): Promise<void> {
  const { url } = requestUrl(name, put.params);
  await authorized(async (token) => {
    const headers = { ...put.headers, Accept: 'application/json', Authorization: `Bearer ${token}` };
    const answer = await putBytes({ ...put, url, headers });
    if (!answer) throw new ApiFailure({ status: 0, code: 'network' });
    const { status, responseText } = answer;
    // An answer without content may not have a body, not even an empty one.
    return new Response(responseText || null, { status });
  });
}
