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
export const namedRules = (schema: z.ZodMiniType): { reason: string; params: string[] }[] =>
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
export const fieldNames = (schema: z.ZodMiniType): string[] =>
  defsOf(schema as unknown as Inner).flatMap(({ shape }) => Object.keys(shape ?? {}));
