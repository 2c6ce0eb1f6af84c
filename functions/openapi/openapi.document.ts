import { contract } from '../../shared/contract.ts';
import { ApiError, errorStatus, type ErrorCode } from '../../shared/base/errors.ts';
import type { BytesBody, RouteContract } from '../../shared/base/route.ts';
import { componentRefs, schemaWriter, type SchemaWriter } from './openapi.schemas.ts';

/** The OpenAPI 3.1 document of every route, derived from the contract. */
export function openapiDocument(): object {
  const schemas = schemaWriter();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries<RouteContract>(contract)) {
    const [method, path] = name.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(schemas, path, route) };
  }
  return componentRefs({
    openapi: '3.1.0',
    info: {
      title: 'Fanfare',
      version: '1.0.0',
      description: 'Live streams, videos and chat for people who love fans.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  });
}

function operation(schemas: SchemaWriter, path: string, route: RouteContract): object {
  const parameters = [
    ...schemas.parameters('path', route.params),
    ...schemas.parameters('query', route.query),
    ...schemas.parameters('header', route.headers),
  ];
  return {
    summary: route.summary,
    tags: [path.split('/')[1]!],
    ...(route.access !== 'public' && {
      // Without a requirement is one of the ways in which an `optional` route may be called.
      security: route.access === 'signed-in' ? [{ token: [] }] : [{}, { token: [] }],
    }),
    ...(parameters.length > 0 && { parameters }),
    ...(route.bytes && { requestBody: bytesBody(route.bytes) }),
    ...(route.body && {
      requestBody: {
        required: !route.bodyIsOptional,
        content: {
          'application/json': { schema: schemas.input(route.body) },
          ...(route.file && { 'multipart/form-data': { schema: formWith(route.file.field) } }),
        },
      },
    }),
    responses: { [`${route.status ?? 200}`]: success(schemas, route), ...failures(schemas, route) },
  };
}

/** JSON Schema has no word for bytes as they are; OpenAPI 3.1 leaves the schema empty. */
const bytesBody = ({ types, maxBytes }: BytesBody): object => ({
  required: true,
  description: `At most ${maxBytes} bytes`,
  content: Object.fromEntries(types.map((type) => [type, {}])),
});

const formWith = (field: string): object => ({
  type: 'object',
  required: [field],
  properties: { [field]: { type: 'string', format: 'binary' } },
});

function success(schemas: SchemaWriter, route: RouteContract): object {
  const { status, response, file, paged, contentType = 'application/json' } = route;
  if (status === 204) return { description: 'Done' };
  const answer = schemas.output(response);
  const schema = file ? { anyOf: [answer, schemas.output(file.response)] } : answer;
  const content = { [contentType]: { schema } };
  if (!paged) return { description: 'Success', content };
  const headers = {
    link: textHeader('The next page: `<…>; rel="next"` (RFC 8288)'),
    'x-total-count': { ...textHeader('Entries of the whole list'), required: true },
  };
  return { description: 'One page of the list', content, headers };
}

const textHeader = (description: string): object => ({
  description,
  schema: { type: 'string', description },
});

function failures(schemas: SchemaWriter, route: RouteContract): Record<string, object> {
  const takesInput = route.params ?? route.query ?? route.body ?? route.headers;
  const codes: ErrorCode[] = [
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(route.body || route.bytes ? (['unsupported_media_type'] as const) : []),
    ...(route.bytes ? (['payload_too_large'] as const) : []),
    ...(route.access === 'public' ? [] : (['unauthenticated'] as const)),
    ...(route.access === 'signed-in' && route.body && !route.openToSuspended ? (['suspended'] as const) : []),
    ...(route.errors ?? []),
    'internal',
  ];
  const content = { 'application/json': { schema: schemas.output(ApiError) } };
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [`${status}`, { description: group.join(', '), content }]),
  );
}
