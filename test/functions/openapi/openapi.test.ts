import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createApp } from '#functions/http/app.ts';
import { openapiApp } from '#functions/openapi/openapi.routes.ts';
import { contract } from '#shared/contract.ts';
import { errorStatus, type ErrorCode } from '#shared/base/errors.ts';
import type { RouteContract } from '#shared/base/route.ts';
import { captureLog } from '#test/support/api/log-capture.ts';

interface Operation {
  readonly summary: string;
  readonly security: readonly object[];
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
  const app = createApp(() => Promise.reject(new Error('The caller is not needed')), [openapiApp()]);
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

/**
 * Rules of Redocly that the document cannot keep: `/videos/upload/{upload_id}` and `/videos/{id}/views` are addresses of
 * the specification, and an id (a ULID) is never `upload`; and the code has no licence.
 */
const BROKEN_RULES = { 'no-ambiguous-paths': 'off', 'info-license': 'off' } as const;

it('passes the recommended rules of an independent linter', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: BROKEN_RULES });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
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

/** What is expected of each route and what the document says of it, by route. */
function compare<T>(
  expected: (route: RouteContract) => T,
  documented: (operation: Operation) => T,
): { readonly expected: Record<string, T>; readonly documented: Record<string, T> } {
  const operationOf = (name: string): Operation => {
    const [method = '', path = ''] = name.split(' ');
    return document.paths[path]![method.toLowerCase()]!;
  };
  return {
    expected: Object.fromEntries(routes.map(([name, route]) => [name, expected(route)])),
    documented: Object.fromEntries(routes.map(([name]) => [name, documented(operationOf(name))])),
  };
}

const contentOf = ({ requestBody }: Operation) => requestBody?.content ?? {};

describe('the documented routes', () => {
  it('say who may call them', () => {
    const securities = { public: [], optional: [{}, { token: [] }], 'signed-in': [{ token: [] }] };
    const { expected, documented } = compare<unknown>(
      ({ access, scope }) => [...securities[access], ...(scope ? [{ accessToken: [scope] }] : [])],
      ({ security }) => security,
    );
    expect(documented).toEqual(expected);
  });

  it('have the contract’s parameters', () => {
    const { expected, documented } = compare(
      ({ params, query, headers }) =>
        [params, query, headers].flatMap((schema) => Object.keys(schema?.shape ?? {})),
      ({ parameters = [] }) => parameters.map(({ name }) => name),
    );
    expect(documented).toEqual(expected);
  });

  it('require a body, and its fields, as the contract does', () => {
    const { expected, documented } = compare<unknown>(
      ({ bytes, body, bodyIsOptional }) => {
        const fields = Object.entries(body?.shape ?? {});
        const required = fields.filter(([, field]) => !z.safeParse(field, undefined).success);
        return [bytes ? true : body && !bodyIsOptional, required.map(([field]) => field)];
      },
      (operation) => {
        const schema = contentOf(operation)['application/json']?.schema as
          | { required?: string[] }
          | undefined;
        return [operation.requestBody?.required, schema?.required ?? []];
      },
    );
    expect(documented).toEqual(expected);
  });

  it('name the byte types of the contract', () => {
    const { expected, documented } = compare<readonly string[]>(
      ({ bytes }) => bytes?.types ?? [],
      (operation) => Object.keys(contentOf(operation)).filter((type) => !/json|form-data/.test(type)),
    );
    expect(documented).toEqual(expected);
  });

  it('have a file form where the contract has one, with its answer', () => {
    const { expected, documented } = compare<unknown>(
      ({ file }) => [file && ['object', [file.field]], file !== undefined],
      (operation) => {
        const form = contentOf(operation)['multipart/form-data']?.schema as
          | { type: string; required: string[] }
          | undefined;
        // Of two answers, not of one that may be null.
        const hasTwoAnswers = /"anyOf":\[(?![^\]]*"null")/.test(JSON.stringify(operation.responses));
        return [form && [form.type, form.required], hasTwoAnswers];
      },
    );
    expect(documented).toEqual(expected);
  });

  it('answer with their success, each of their errors and the headers of a paged list', () => {
    const always = (access: RouteContract['access']): ErrorCode[] =>
      access === 'public' ? ['internal', 'unavailable'] : ['unauthenticated', 'internal', 'unavailable'];
    const wrong = routes.flatMap(([name, { access, errors = [], status = 200, paged, bytes }]) => {
      const [method = '', path = ''] = name.split(' ');
      const { responses } = document.paths[path]![method.toLowerCase()]!;
      const isCounted = method === 'GET' ? access !== 'signed-in' : access !== 'public' && !bytes;
      const counted: ErrorCode[] = isCounted ? ['too_many_requests'] : [];
      const codes = [...always(access), ...counted, ...errors];
      const needed = [status, ...codes.map((code) => errorStatus[code])];
      const missing = needed.filter((one) => !(String(one) in responses));
      const headers = Object.keys(responses['200']?.headers ?? {}).join();
      const isRight = missing.length === 0 && headers === (paged ? 'link,x-total-count' : '');
      return isRight ? [] : [name];
    });
    expect(wrong).toEqual([]);
  });
});
