import fc from 'fast-check';
import { contract, type RouteName } from '#shared/contract.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { brokenBody, hostileHeaders, hostileText, hostileValue } from './hostile-input.ts';
import type { ApiRequest } from '../local-api.ts';
import { nearValid, type Known } from './near-valid.ts';

export interface FuzzedRequest extends ApiRequest {
  readonly method: string;
  /** Below `/api`, with the query. */
  readonly path: string;
}

const MAX_PART_LENGTH = 2_000;

const written = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** As it may stand in an address; what UTF-8 has no bytes for is replaced, as every client does. */
const encoded = (text: string): string =>
  encodeURIComponent(text.toWellFormed().slice(0, MAX_PART_LENGTH).toWellFormed());

const hostileQuery: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.oneof(fc.constantFrom('limit', 'cursor', 'live', 'q', 'before', 'limit[]', '__proto__'), hostileText),
  fc.oneof(hostileText, fc.array(hostileText, { maxLength: 2 })),
  { maxKeys: 4 },
);

/** Requests of one route: what its contract asks for, and less and less of it. */
export function requestsOf(name: RouteName, known: Known): fc.Arbitrary<FuzzedRequest> {
  const { params, query, body, headers, bytes }: RouteContract = contract[name];
  const [method = '', template = ''] = name.split(' ');
  const almost = (schema: RouteContract['body']) => (schema ? nearValid(schema, known) : fc.constant({}));
  const parts = fc.record({
    params: almost(params),
    query: fc.oneof({ weight: 4, arbitrary: almost(query) }, hostileQuery),
    headers: fc.oneof({ weight: 4, arbitrary: almost(headers).map(headersOf) }, hostileHeaders),
    body: fc.oneof(
      { weight: 8, arbitrary: almost(body).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.oneof(brokenBody, fc.constant(undefined)) },
    ),
    bytes: bytes ? bytesOf(known['bytes'] ?? fc.constant(new Uint8Array())) : fc.constant(undefined),
  });
  return parts.map(({ params, query, headers, body, bytes: sent }) => ({
    method,
    path: pathOf(template, params) + queryOf(query),
    headers: { ...(bytes && { 'content-type': bytes.types[0] }), ...headers },
    // A GET has none.
    ...(method !== 'GET' && { body: sent ?? body }),
  }));
}

/** What is meant, a part of it, or anything. */
const bytesOf = (meant: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 4, arbitrary: meant },
    { weight: 1, arbitrary: meant.map((bytes) => (bytes as Uint8Array).slice(0, 900)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 2000 }) },
  );

/** Requests to any address below `/api`, by any method. */
export const requestsAnywhere: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
    path: fc.array(
      fc.oneof(
        fc.constantFrom(
          'streamers',
          'follows',
          'chat',
          'auth',
          'login',
          'streaming',
          'pictures',
          'videos',
          'browser-stream',
          'openapi.json',
        ),
        fc.constantFrom(
          '',
          '.',
          '../../handlers',
          '%2e%2e',
          '%00',
          '%ff',
          '%',
          '%2F',
          ';x',
          'a b',
          '__proto__',
          '*',
          '{id}',
        ),
        hostileText.map(encoded),
      ),
      { maxLength: 5 },
    ),
    query: fc.constantFrom('', '?', '?%', '?a=%ff&a=1&=&&', `?${'x'.repeat(3_000)}`),
    headers: hostileHeaders,
  })
  .map(({ path, query, ...request }) => ({ ...request, path: `/${path.join('/')}${query}` }));

const pathOf = (template: string, params: Record<string, unknown>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const text = written(params[field]);
    // An address without its segment, or with one that leads up, is another route's.
    return text === '' || /^\.+$/.test(text) ? '%20' : encoded(text);
  });

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${encoded(name)}=${encoded(written(one))}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Those that HTTP lets pass. */
const headersOf = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => /^[\w-]+$/.test(name))
      .map(([name, value]) => [
        name,
        written(value)
          .replaceAll(/[^\x20-\x7e]/g, '?')
          .slice(0, MAX_PART_LENGTH)
          .trim(),
      ]),
  );
