import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A type of a property, as AWS's schemas of resources have it. `$ref` is the id of an object's type. */
export type PropertyType =
  | { readonly type: 'string'; readonly allowedValues?: readonly string[] }
  | { readonly type: 'integer'; readonly allowedValues?: readonly number[] }
  | { readonly type: 'number' | 'boolean' | 'json' | 'tag' | 'date-time' | 'null' }
  | { readonly type: 'array' | 'map'; readonly element: PropertyType }
  | { readonly type: 'union'; readonly types: readonly PropertyType[] }
  | { readonly type: 'ref'; readonly reference: { readonly $ref: string } };

export interface PropertySchema {
  readonly type: PropertyType;
  /** What AWS took before, and still takes. */
  readonly previousTypes?: readonly PropertyType[];
  readonly required?: boolean;
  /** A change of it makes a new resource in place of the old one. */
  readonly causesReplacement?: 'yes' | 'no' | 'maybe';
}

export type Properties = Readonly<Record<string, PropertySchema>>;

export interface ResourceSchema {
  readonly cloudFormationType: string;
  readonly properties: Properties;
  /** What `Fn::GetAtt` can ask for. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** It holds data. */
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

/** AWS's schemas of all resources, out of what CDK's own command brings along for its diff; parsing them takes a second. */
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

  /** The schema of a type such as `AWS::S3::Bucket`; `undefined` where AWS has published none. */
  resource(type: string): ResourceSchema | undefined {
    return this.#resources.get(type);
  }

  /** What the object behind a reference has. Throws where there is none. */
  object(id: string): Properties {
    const found = this.#objects.get(id);
    if (!found) throw new Error(`The schemas have no type ${id}`);
    return found;
  }
}
