/** How bytes get from a browser to our API. */
import type { RouteName } from '../../../../shared/contract.ts';
import { ApiFailure } from './api-failure.ts';
import { refusalOf } from './api.ts';
import { requestUrl } from './api-url.ts';
import { type BytesPut, putBytes } from './put-bytes.ts';
import { readToken } from './session.ts';

type ApiPut = Omit<BytesPut, 'url'> & { readonly params: Record<string, unknown> };

/** Calls a route of the contract whose body is bytes. Throws as `call` does. */
export async function putToApi(name: RouteName & `PUT ${string}`, put: ApiPut): Promise<void> {
  const token = readToken();
  const { url } = requestUrl(name, put.params);
  const headers = { ...put.headers, Accept: 'application/json', Authorization: `Bearer ${token}` };
  const answer = await putBytes({ ...put, url, headers });
  if (!answer) throw new ApiFailure({ status: 0, code: 'network' });
  const { status, responseText } = answer;
  if (status >= 300) throw await refusalOf(new Response(responseText, { status }), token);
}
