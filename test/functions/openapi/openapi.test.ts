import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApp } from '../../../functions/http/app.ts';
import { openapiApp } from '../../../functions/openapi/openapi.routes.ts';
import { contract } from '../../../shared/contract.ts';
import { errorStatus, type ErrorCode } from '../../../shared/base/errors.ts';
import type { RouteContract } from '../../../shared/base/route.ts';
import { captureLog } from '../../support/api/log-capture.ts';

interface Operation {
  readonly summary: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { schema: object }> };
  readonly responses: Record<
    string,
    { readonly description: string; readonly headers?: object; readonly content?: object }
  >;
}
interface Document {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, object>; readonly securitySchemes: object };
}

async function fetchDocument(): Promise<{ response: Response; document: Document }> {
  const log = captureLog();
  const app = createApp(() => Promise.reject(new Error('nobody asks')), [openapiApp()]);
  const response = await app.request('/api/openapi.json');
  log.stop();
  return { response, document: (await response.clone().json()) as Document };
}

const { response, document } = await fetchDocument();
const routes = Object.entries<RouteContract>(contract);

/** Every `$ref` below a value. */
function refs(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === '$ref' ? [String(member)] : refs(member)));
}

interface Field {
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
}

/** Every field below a value, with its name: of an object, and of a request's address. */
function fields(value: unknown): { readonly name: string; readonly field: Field }[] {
  if (typeof value !== 'object' || value === null) return [];
  const {
    properties = {},
    name,
    schema,
  } = value as {
    properties?: Record<string, Field>;
    name?: string;
    schema?: Field;
  };
  const own = Object.entries(properties).map(([property, field]) => ({ name: property, field }));
  const asked = name !== undefined && schema ? [{ name, field: { ...schema, ...value } }] : [];
  return [...own, ...asked, ...Object.values(value).flatMap(fields)];
}

describe('GET /openapi.json', () => {
  it('is an OpenAPI 3.1 document, cacheable for a minute', () => {
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.get('cache-control')).toBe('public, max-age=60, s-maxage=60');
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api' }] });
  });

  it('has exactly the routes of the contract', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.toSorted()).toEqual(routes.map(([name]) => name).toSorted());
  });

  it('refers only to schemas that it contains', () => {
    const found = refs(document);
    expect(found.length).toBeGreaterThan(0);
    for (const ref of found) {
      const name = ref.replace('#/components/schemas/', '');
      expect(document.components.schemas, ref).toHaveProperty(name);
    }
  });
});

describe('fields that share a schema', () => {
  const ids = fields(document).filter(({ field }) => field.pattern?.includes('HJKMNP') ?? false);

  it.each([
    ['A ULID', ids.filter(({ name }) => /^(id|channel|channel_id|video_id)$/.test(name))],
    ['ISO 8601, UTC', fields(document).filter(({ field }) => field.format === 'date-time')],
  ])('describe “%s” alike, except those with their own words', (common, found) => {
    const own = found.map(({ field }) => field.description).filter((words) => words !== common);
    expect(found.length).toBeGreaterThan(2 * own.length);
  });

  it('of videos do not speak of chats, reports and cases', () => {
    const text = JSON.stringify([document.paths['/videos'], document.components.schemas['Video']]);
    expect(text).toContain('A ULID');
    for (const words of ['Whose it is', 'of this chat', 'any ULID will do', 'of a message in its chat'])
      expect(text.toLowerCase()).not.toContain(words.toLowerCase());
  });
});

describe.each(routes)('%s in the document', (name, route) => {
  const [method = '', path = ''] = name.split(' ');
  const operation = document.paths[path]?.[method.toLowerCase()];

  it('says who may call it', () => {
    const securities = { public: undefined, optional: [{}, { token: [] }], 'signed-in': [{ token: [] }] };
    expect(operation?.security).toEqual(securities[route.access]);
    expect(document.components.securitySchemes).toHaveProperty('token');
  });

  it('accepts what the contract accepts', () => {
    const expected = [route.params, route.query, route.headers].flatMap((schema) =>
      Object.keys(schema?.shape ?? {}),
    );
    expect(operation?.parameters?.map((parameter) => parameter.name) ?? []).toEqual(expected);
    const isRequired = route.bytes ? true : route.body && !route.bodyIsOptional;
    expect(operation?.requestBody?.required).toBe(isRequired);
  });

  it('names the byte types of the contract', () => {
    const types = Object.keys(operation?.requestBody?.content ?? {});
    expect(types.filter((type) => !/json|form-data/.test(type))).toEqual(route.bytes?.types ?? []);
  });

  it('has a file form where the contract has one, with its answer', () => {
    const form = operation?.requestBody?.content['multipart/form-data']?.schema;
    const expected = route.file && { type: 'object', required: [route.file.field] };
    expect(form === undefined).toBe(route.file === undefined);
    expect(form ?? {}).toMatchObject(expected ?? {});
    expect(JSON.stringify(operation?.responses).includes('"anyOf"')).toBe(route.file !== undefined);
  });

  it('requires exactly the contract’s required fields', () => {
    const schema = operation?.requestBody?.content['application/json']?.schema as
      | { required?: string[] }
      | undefined;
    const required = Object.entries(route.body?.shape ?? {}).filter(
      ([, field]) => !z.safeParse(field, undefined).success,
    );
    expect(schema?.required ?? []).toEqual(required.map(([field]) => field));
  });

  it('answers with its success and each of its errors', () => {
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toContain(String(route.status ?? 200));
    const always: ErrorCode[] = route.access === 'public' ? ['internal'] : ['unauthenticated', 'internal'];
    for (const code of [...always, ...(route.errors ?? [])])
      expect(statuses).toContain(String(errorStatus[code]));
  });

  it('documents the headers of a paged list', () => {
    const headers = Object.keys(operation?.responses['200']?.headers ?? {});
    expect(headers).toEqual(route.paged ? ['link', 'x-total-count'] : []);
  });
});
