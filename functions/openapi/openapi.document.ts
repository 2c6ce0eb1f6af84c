import * as z from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { contract } from '../../shared/contract.ts';
import { ApiError, errorStatus, type ErrorCode } from '../../shared/errors.ts';
import type { RouteContract } from '../../shared/route.ts';

/** The OpenAPI 3.1 document of every route, derived from the contract. */
export function openapiDocument() {
  const paths: ZodOpenApiPathsObject = {};
  for (const [name, route] of Object.entries<RouteContract>(contract)) {
    const [method, path] = name.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(path, route) };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Fanfare',
      version: '1.0.0',
      description: 'Live streams, videos and chat for people who love fans.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  });
}

function operation(path: string, route: RouteContract): ZodOpenApiOperationObject {
  const signedIn = route.access === 'signed-in';
  return {
    summary: route.summary,
    tags: [path.split('/')[1]!],
    ...(signedIn && { security: [{ token: [] }] }),
    ...((route.params || route.query || route.headers) && {
      requestParams: {
        ...(route.params && { path: route.params }),
        ...(route.query && { query: route.query }),
        ...(route.headers && { header: route.headers }),
      },
    }),
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: route.body } } },
    }),
    responses: { [`${route.status ?? 200}`]: success(route), ...failures(route, signedIn) },
  } as ZodOpenApiOperationObject;
}

function success(route: RouteContract) {
  if (route.status === 204) return { description: 'Done' };
  const content = { 'application/json': { schema: route.response } };
  if (!route.paged) return { description: 'Success', content };
  const headers = z.object({
    link: z.string().optional().meta({ description: 'The next page: `<…>; rel="next"` (RFC 8288)' }),
    'x-total-count': z.string().meta({ description: 'Entries of the whole list' }),
  });
  return { description: 'One page of the list', content, headers };
}

function failures(route: RouteContract, signedIn: boolean): Record<string, object> {
  const takesInput = route.params ?? route.query ?? route.body ?? route.headers;
  const codes: ErrorCode[] = [
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(route.body ? (['unsupported_media_type'] as const) : []),
    ...(signedIn ? (['unauthenticated'] as const) : []),
    ...(route.errors ?? []),
    'internal',
  ];
  const byStatus = Map.groupBy(codes, (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      `${status}`,
      { description: group.join(', '), content: { 'application/json': { schema: ApiError } } },
    ]),
  );
}
