import * as z from 'zod/mini';

type Schema = z.core.$ZodType;

export interface SchemaWriter {
  /** The schemas with a name, as far as they were referred to. */
  readonly components: Readonly<Record<string, object>>;
  /** What a client sends. */
  input(schema: Schema): object;
  /** What it is answered. */
  output(schema: Schema): object;
  /** One parameter object for each field. */
  parameters(place: 'path' | 'query' | 'header', schema: z.ZodMiniObject | undefined): object[];
}

/**
 * Writes the contract's schemas for one OpenAPI 3.1 document, which takes JSON Schema as it is. Those that are
 * registered with an id are components; until `componentRefs` they are referred to as JSON Schema does.
 */
export function schemaWriter(): SchemaWriter {
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
export const componentRefs = <D extends object>(document: D): D =>
  JSON.parse(JSON.stringify(document).replaceAll('"$ref":"#/$defs/', '"$ref":"#/components/schemas/')) as D;
