import { expect } from 'vitest';
import * as z from 'zod/mini';
import { contract, type Contract, type RouteName } from '#shared/contract.ts';
import { cacheControl } from '#functions/http/route.ts';
import { UNCHANGING } from '#shared/plain/freshness.ts';
import { ApiError } from '#shared/base/api-error.ts';
import { errorStatus, type ErrorCode } from '#shared/base/errors.ts';
import type { AnswerOf, RouteContract } from '#shared/base/route.ts';
import type { ApiAnswer } from './local-api.ts';

/** The same schema, but objects refuse fields that it does not name: nothing may leak beside the contract. */
export function strict(schema: z.ZodMiniType): z.ZodMiniType {
  if (schema instanceof z.ZodMiniArray) return z.array(strict(schema.def.element as z.ZodMiniType));
  if (!(schema instanceof z.ZodMiniObject)) return schema;
  const fields = Object.entries<unknown>(schema.shape).map(([name, field]) => [
    name,
    strict(field as z.ZodMiniType),
  ]);
  return z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodMiniType>);
}

/** Status, cache headers and body are what the contract says of this route's success. Returns the body. */
export function expectSuccess<N extends RouteName>(name: N, answer: ApiAnswer): AnswerOf<Contract[N]> {
  const route: RouteContract = contract[name];
  expect(answer.status, JSON.stringify(answer.body)).toBe(route.status ?? 200);
  expect(allowedCaching(name, route)).toContain(answer.headers.get('cache-control'));
  if (route.status === 204) expect(answer.body).toBeUndefined();
  else expect(answer.headers.get('content-type')).toBe(route.contentType ?? 'application/json');
  const parsed = strict(route.response).safeParse(answer.body);
  expect(parsed.error?.issues).toBeUndefined();
  return answer.body as AnswerOf<Contract[N]>;
}

/** Which of the two an `optional` route says depends on who asks (`test/functions/videos/visibility.test.ts`). */
function allowedCaching(name: RouteName, { access, cache }: RouteContract): string[] {
  const forOne = access === 'public' && cache ? [] : ['private, no-store'];
  // A page of the past no longer changes once it is whole.
  const whole = /\{(page|slot)\}/.test(name) ? [cacheControl(UNCHANGING)] : [];
  return cache ? [...forOne, cacheControl(cache), ...whole] : forOne;
}

/** The answer is this error, in the one form of errors, and may not be cached. Returns the message. */
export function expectError(answer: ApiAnswer, code: ErrorCode): string {
  expect(answer.body).toMatchObject({ code });
  const error = ApiError.parse(answer.body);
  expect(answer.status).toBe(errorStatus[code]);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('www-authenticate')).toBe(code === 'unauthenticated' ? 'Bearer' : null);
  expect(error.request_id).not.toBe('');
  return error.detail;
}
