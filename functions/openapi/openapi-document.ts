import * as z from 'zod/mini';
import { ApiError } from '#shared/base/api-error.ts';
import { type ErrorCode, errorStatus } from '#shared/base/errors.ts';
import type { BytesBody, RouteContract } from '#shared/base/route.ts';
import { contract } from '#shared/contract.ts';
import { webhookMessages } from '#shared/people/webhook-messages.ts';
import { ACCESS_TOKEN_PREFIX, SCOPES } from '#shared/plain/scopes.ts';

type Schema = z.core.$ZodType;

interface SchemaWriter {
  /** The schemas with a name, as far as they were referred to. */
  readonly components: Readonly<Record<string, object>>;
  /** The schema of a request. */
  input(schema: Schema): object;
  /** The schema of a response. */
  output(schema: Schema): object;
  /** One parameter object for each field. */
  parameters(place: 'path' | 'query' | 'header', schema: z.ZodMiniObject | undefined): object[];
}

/**
 * Writes the contract's schemas for one OpenAPI 3.1 document, which takes JSON Schema as it is. Those that are
 * registered with an id are components; until `componentRefs` they are referred to as JSON Schema does.
 */
function schemaWriter(): SchemaWriter {
  const components: Record<string, object> = {};
  const write = (schema: Schema, io: 'input' | 'output'): object => {
    const { $schema: _, $defs, ...written } = z.toJSONSchema(schema, { io });
    Object.assign(components, $defs);
    return written;
  };
  return {
    components,
    input: (schema) => write(schema, 'input'),
    output: (schema) => write(schema, 'output'),
    parameters: (place, schema) =>
      Object.entries<Schema>(schema?.shape ?? {}).map(([name, field]) => {
        const { description } = z.globalRegistry.get(field) ?? {};
        return {
          in: place,
          name,
          schema: write(field, 'input'),
          ...(field._zod.optin === undefined && { required: true }),
          ...(description !== undefined && { description }),
        };
      }),
  };
}

/** The same document, in which references lead to its components. */
const componentRefs = <D extends object>(document: D): D =>
  JSON.parse(JSON.stringify(document).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as D;

/** The OpenAPI 3.1 document of every route, derived from the contract. */
export function openapiDocument(): object {
  const schemas = schemaWriter();
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries<RouteContract>(contract)) {
    const [method, path] = name.split(' ') as [string, string];
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(schemas, name, route) };
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
    webhooks: Object.fromEntries(webhookMessages.map((message) => [message.type, webhook(schemas, message)])),
    components: {
      schemas: schemas.components,
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Of a session: what `POST /auth/login` and `POST /auth/refresh` answer',
        },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: `${ACCESS_TOKEN_PREFIX}…`,
          description: `Of a program, made in the settings. Each route names the scope that it takes: ${SCOPES.join(', ')}`,
        },
      },
    },
  });
}

function operation(schemas: SchemaWriter, name: string, route: RouteContract): object {
  const [method, path] = name.split(' ') as [string, string];
  const parameters = [
    ...schemas.parameters('path', route.params),
    ...schemas.parameters('query', route.query),
    ...schemas.parameters('header', route.headers),
  ];
  return {
    operationId: operationId(method, path),
    summary: route.summary,
    tags: [path.split('/')[1]!],
    security: security(route),
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
    responses: {
      [`${route.status ?? 200}`]: success(schemas, route),
      ...failures(schemas, route, method !== 'GET'),
    },
  };
}

/** A message to a program of a streamer. */
const webhook = (
  schemas: SchemaWriter,
  { type, summary, body }: (typeof webhookMessages)[number],
): object => ({
  post: {
    operationId: operationId('on', `/${type}`),
    summary,
    tags: ['webhooks'],
    security: [],
    parameters: WEBHOOK_HEADERS.map(([name, description]) => ({
      in: 'header',
      name,
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: schemas.output(body) } } },
    responses: {
      '2XX': { description: 'The message was received' },
      '410': { description: 'Switches the webhook off' },
      default: { description: 'The message is sent again, for a day' },
    },
  },
});

/** Standard Webhooks, "Webhook headers". */
const WEBHOOK_HEADERS = [
  ['webhook-id', 'The same for each attempt and repetition of a message'],
  ['webhook-timestamp', 'Of the attempt, in seconds since 1970'],
  ['webhook-signature', '`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, in base64'],
] as const;

/** `GET /clips/{id}` is `getClipsById`. */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .map((part) =>
      part.replace(/^\{(\w+)\}$/, 'by-$1').replaceAll(/(?:^|[-_.])(\w)/g, (_, c: string) => c.toUpperCase()),
    )
    .join('');

/** The ways to call a route; the empty object is the one without a token. OpenAPI 3.1 has scopes for bearer tokens too. */
function security({ access, scope }: RouteContract): object[] {
  if (access === 'public') return [];
  const withToken = [{ token: [] }, ...(scope === undefined ? [] : [{ accessToken: [scope] }])];
  return access === 'optional' ? [{}, ...withToken] : withToken;
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

function failures(schemas: SchemaWriter, route: RouteContract, isChange: boolean): Record<string, object> {
  const isCounted = isChange ? route.access !== 'public' && !route.bytes : route.access !== 'signed-in';
  const takesInput = route.params ?? route.query ?? route.body ?? route.headers;
  const codes: ErrorCode[] = [
    ...(takesInput ? (['invalid_request'] as const) : []),
    ...(route.body || route.bytes ? (['unsupported_media_type'] as const) : []),
    ...(route.bytes ? (['payload_too_large'] as const) : []),
    ...(route.access === 'public' ? [] : (['unauthenticated'] as const)),
    ...(route.access === 'signed-in' && route.body && !route.openToSuspended ? (['suspended'] as const) : []),
    // Changes are counted by their person, and what anybody may read by its address.
    ...(isCounted ? (['too_many_requests'] as const) : []),
    ...(route.errors ?? []),
    'internal',
    // While the table or another service of AWS refuses or does not answer.
    'unavailable',
  ];
  const content = { 'application/json': { schema: schemas.output(ApiError) } };
  const byStatus = Map.groupBy(new Set(codes), (code) => errorStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [`${status}`, { description: group.join(', '), content }]),
  );
}
