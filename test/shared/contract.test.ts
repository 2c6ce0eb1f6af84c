import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '../../shared/contract.ts';
import { errorStatus } from '../../shared/base/errors.ts';
import type { RouteContract } from '../../shared/base/route.ts';

const routes = Object.entries<RouteContract>(contract);
/** What caches may not keep though many may ask for it, and why. */
const UNKEPT = {
  'GET /news/end/{token}': 'A token in an address is one person’s.',
  'GET /replays/{id}/chat': 'A page asks once, and what was taken away is to be gone.',
};

describe('the contract', () => {
  // spec: 7.2
  it('has the routes of the specification', () => {
    expect(Object.keys(contract)).toEqual(
      expect.arrayContaining([
        'POST /auth/signup',
        'POST /auth/login',
        'GET /auth/me',
        'GET /streamers',
        'GET /streamers/{username}',
        'GET /categories',
        'POST /streaming/start',
        'POST /streaming/stop',
        'GET /streaming/status',
      ]),
    );
  });
});

describe.each(routes)('%s', (name, route) => {
  const [method = '', path = ''] = name.split(' ');

  it('describes each parameter of its path', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(Object.keys(route.params?.shape ?? {})).toEqual(inPath);
  });

  it('is not cacheable when it is personal or changes something', () => {
    const isForAll = route.access !== 'signed-in' && method === 'GET';
    expect(route.cache !== undefined).toBe(isForAll && !(name in UNKEPT));
  });

  it('has a body only to change something, without unknown fields', () => {
    const takes = route.body?.safeParse({ unknown_field: 1 }).error?.issues.map(({ code }) => code);
    expect(takes ?? ['unrecognized_keys']).toContain('unrecognized_keys');
    expect(method === 'GET' && route.body !== undefined).toBe(false);
  });

  it('has a response unless its status is 204', () => {
    expect(route.response instanceof z.ZodMiniUndefined).toBe(route.status === 204);
    expect(!route.paged || route.response instanceof z.ZodMiniArray).toBe(true);
  });

  it('names each error once, with a purpose', () => {
    const errors = route.errors ?? [];
    expect(new Set(errors).size).toBe(errors.length);
    for (const code of errors) expect(errorStatus).toHaveProperty(code);
    expect(route.summary).toMatch(/^[A-Z].{5,}[^.]$/);
  });
});

describe('the table of errors', () => {
  it('has an error status for each code', () => {
    for (const status of Object.values(errorStatus)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });
});
