import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorText } from '#messages/error-text.ts';
import type { Message } from '#messages/format.ts';
import { errors } from '#messages/server/errors.ts';
import { fields } from '#messages/server/fields.ts';
import { contract } from '#shared/contract.ts';
import type { RouteContract } from '#shared/base/route.ts';
import type * as z from 'zod/mini';

interface Def {
  readonly check?: string;
  readonly error?: (issue: object) => unknown;
  readonly checks?: readonly Inner[];
  readonly shape?: Readonly<Record<string, Inner>>;
  readonly options?: readonly Inner[];
  readonly [part: string]: unknown;
}
interface Inner {
  readonly _zod: { readonly def: Def };
}

const INNER = ['element', 'innerType', 'in', 'out', 'keyType', 'valueType', 'left', 'right'] as const;

/** The definitions of a schema and of all that it consists of. */
function defsOf({ _zod: { def } }: Inner): Def[] {
  const inner = [
    ...INNER.map((part) => def[part]).filter((part) => part !== undefined),
    ...Object.values(def.shape ?? {}),
    ...(def.options ?? []),
    ...(def.checks ?? []),
  ] as Inner[];
  return [def, ...inner.flatMap(defsOf)];
}

/** The rules of a schema that have a name of their own, with what zod knows about each. */
const namedRules = (schema: z.ZodMiniType): { reason: string; params: string[] }[] =>
  defsOf(schema as unknown as Inner).flatMap(({ check = '', error }) => {
    const reason = error?.({});
    if (typeof reason !== 'string') return [];
    const params = /^(max|less)/.test(check)
      ? ['max', 'max_mb']
      : /^(min|greater)/.test(check)
        ? ['min']
        : [];
    return [{ reason, params }];
  });

/** The names of all fields of a schema. */
const fieldNames = (schema: z.ZodMiniType): string[] =>
  defsOf(schema as unknown as Inner).flatMap(({ shape }) => Object.keys(shape ?? {}));

const ROOT = join(import.meta.dirname, '../..');
const routes = Object.values(contract) as RouteContract[];
const inputs = routes.flatMap(({ params, query, body, headers }) =>
  [params, query, body, headers].filter((schema) => schema !== undefined),
);
const messages: Readonly<Record<string, Message>> = errors.en;

/** The names that a message fills in. */
function namesIn(message: Message): string[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) => {
    if (typeof part === 'string') return [];
    const inner = typeof part[2] === 'object' && !Array.isArray(part[2]) ? Object.values(part[2]) : [];
    return [part[0], ...inner.flatMap(namesIn)];
  });
}

describe('the messages of errors', () => {
  it('are each the reason of an error', () => {
    const sources = globSync('{functions,shared,infra/agreed}/**/*.ts', { cwd: ROOT });
    const code = sources.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
    const reasons = Object.keys(errors.en).map((key) => key.replace('errors.', ''));
    expect(reasons.filter((reason) => !code.includes(`'${reason}'`))).toEqual([]);
  });

  it('exist for each rule that a schema names, which knows what they fill in', () => {
    const wrong = inputs.flatMap(namedRules).filter(({ reason, params }) => {
      const message = messages[`errors.${reason}`];
      return message === undefined || namesIn(message).some((name) => !['field', ...params].includes(name));
    });
    expect(wrong).toEqual([]);
  });

  it('have labels for fields of the contract only', () => {
    const names = new Set(inputs.flatMap(fieldNames));
    expect(Object.keys(fields.en).filter((key) => !names.has(key.replace('fields.', '')))).toEqual([]);
  });
});

describe('the text of an error', () => {
  const text = (reason: string, params: Record<string, string | number> = {}, field?: string) =>
    errorText(
      { errors: errors.en, fields: fields.en, language: 'en', timeZone: 'UTC' },
      { reason, field, params },
    );

  it('names the field as a form does, or else as the request does', () => {
    expect(text('required', {}, 'display_name')).toBe('Display name is required.');
    expect(text('required', {}, 'sha256')).toBe('sha256 is required.');
  });

  it.each([
    [1, '1 minute'],
    [61, '2 minutes'],
    [7199, '120 minutes'],
    [7200, '2 hours'],
    [86_400, '24 hours'],
    [172_801, '3 days'],
  ])('names a wait of %d s, rounded up', (wait_s, words) => {
    expect(text('many_requests', { wait_s })).toBe(
      `Your network sends too many requests. Please try again in ${words}.`,
    );
  });

  it('has dates', () => {
    expect(text('suspended_until', { rule: 'spam', until: '2026-12-01T08:00:00.000Z' })).toMatch(
      /until December 1, 2026 at 8:00.AM UTC \(spam/,
    );
    expect(text('cap_reached', { cap_usd: 5, day: '2026-12-01' })).toContain(
      '$5. You can go live again on December 1',
    );
  });

  it('is unknown for an unknown reason', () => {
    expect(text('of_tomorrow')).toBeUndefined();
  });
});
