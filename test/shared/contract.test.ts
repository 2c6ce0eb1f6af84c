import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#shared/contract.ts';
import { errorStatus } from '#shared/base/errors.ts';
import type { RouteContract } from '#shared/base/route.ts';

const routes = Object.entries<RouteContract>(contract);
/** What caches may not keep though many may ask for it, and why. */
const UNKEPT = {
  'GET /replays/{id}/chat': 'A page asks once, and what was taken away is to be gone.',
};

/** The routes for which this does not hold. */
const violating = (holds: (route: RouteContract, method: string, path: string, name: string) => boolean) =>
  routes
    .filter(([name, route]) => {
      const [method = '', path = ''] = name.split(' ');
      return !holds(route, method, path, name);
    })
    .map(([name]) => name);

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

  it('describes each parameter of a path', () => {
    const wrong = violating(({ params }, _, path) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      return Object.keys(params?.shape ?? {}).join() === inPath.join();
    });
    expect(wrong).toEqual([]);
  });

  it('lets caches store what everybody may read, and nothing else', () => {
    const wrong = violating(({ access, cache }, method, _, name) => {
      const isForAll = access !== 'signed-in' && method === 'GET' && !(name in UNKEPT);
      return (cache !== undefined) === isForAll;
    });
    expect(wrong).toEqual([]);
  });

  it('has bodies only to change something, without unknown fields', () => {
    const wrong = violating(({ body }, method) => {
      if (!body) return true;
      const codes = body.safeParse({ unknown_field: 1 }).error?.issues.map(({ code }) => code);
      return method !== 'GET' && codes?.includes('unrecognized_keys') === true;
    });
    expect(wrong).toEqual([]);
  });

  it('has a response for each status but 204, and lists for paged routes', () => {
    const wrong = violating(
      ({ response, status, paged }) =>
        response instanceof z.ZodMiniUndefined === (status === 204) &&
        (!paged || response instanceof z.ZodMiniArray),
    );
    expect(wrong).toEqual([]);
  });

  it('names each error of a route once, and the purpose of the route', () => {
    const wrong = violating(
      ({ errors = [], summary }) =>
        new Set(errors).size === errors.length &&
        errors.every((code) => code in errorStatus) &&
        /^[A-Z].{5,}[^.]$/.test(summary),
    );
    expect(wrong).toEqual([]);
  });

  it('has an error status for each code', () => {
    expect(Object.values(errorStatus).filter((status) => status < 400 || status >= 600)).toEqual([]);
  });

  it('counts no planned refusal as a failure of the site, which would roll deployments back', () => {
    const failures = Object.entries(errorStatus).flatMap(([code, status]) => (status >= 500 ? code : []));
    expect(failures).toEqual(['internal', 'unavailable']);
  });
});
