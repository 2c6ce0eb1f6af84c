import * as z from 'zod/mini';

/** A copy of the schema with this description in the OpenAPI document. */
export function described<S extends z.core.$ZodType>(schema: S, description: string): S {
  const own = z.clone(schema);
  z.globalRegistry.add(own, { description });
  return own;
}
