import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** The type of a property in AWS's resource schemas. `$ref` is the id of an object type. */
export type PropertyType =
  | { readonly type: 'string'; readonly allowedValues?: readonly string[] }
  | { readonly type: 'integer'; readonly allowedValues?: readonly number[] }
  | { readonly type: 'number' | 'boolean' | 'json' | 'tag' | 'date-time' | 'null' }
  | { readonly type: 'array' | 'map'; readonly element: PropertyType }
  | { readonly type: 'union'; readonly types: readonly PropertyType[] }
  | { readonly type: 'ref'; readonly reference: { readonly $ref: string } };

export interface PropertySchema {
  readonly type: PropertyType;
  /** Deprecated types that AWS still accepts. */
  readonly previousTypes?: readonly PropertyType[];
  readonly required?: boolean;
  /** Whether changing it replaces the resource. */
  readonly causesReplacement?: 'yes' | 'no' | 'maybe';
}

export type Properties = Readonly<Record<string, PropertySchema>>;

export interface ResourceSchema {
  readonly cloudFormationType: string;
  readonly properties: Properties;
  /** Attributes for `Fn::GetAtt`. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Whether it holds data. */
  readonly isStateful?: boolean;
}

interface Database {
  readonly schema: {
    readonly resource: { readonly entities: readonly ResourceSchema[] };
    readonly typeDefinition: {
      readonly entities: readonly { readonly $id: string; readonly properties: Properties }[];
    };
  };
}

/** AWS's schemas of all resources, from the CDK CLI's diff package. Parsing them takes a second. */
export class Schemas {
  readonly #resources: ReadonlyMap<string, ResourceSchema>;
  readonly #objects: ReadonlyMap<string, Properties>;

  constructor() {
    const cdk = dirname(createRequire(import.meta.url).resolve('aws-cdk/package.json'));
    const text = gunzipSync(readFileSync(join(cdk, 'db.json.gz'))).toString();
    const { schema } = JSON.parse(text) as Database;
    this.#resources = new Map(schema.resource.entities.map((one) => [one.cloudFormationType, one]));
    this.#objects = new Map(schema.typeDefinition.entities.map((one) => [one.$id, one.properties]));
  }

  /** Returns the schema of a type, for example `AWS::S3::Bucket`; `undefined` if AWS has not published one. */
  resource(type: string): ResourceSchema | undefined {
    return this.#resources.get(type);
  }

  /** Returns the properties of a referenced object type. Throws if it does not exist. */
  object(id: string): Properties {
    const found = this.#objects.get(id);
    if (!found) throw new Error(`The schemas have no type ${id}`);
    return found;
  }
}
