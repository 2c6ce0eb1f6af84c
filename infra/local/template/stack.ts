import * as z from 'zod/mini';
import type { Resource, Template } from '#infra/agreed/template.ts';
import { NOT_HERE, PROPERTIES, type KnownType } from './properties.ts';
import { TemplateError, type Resolve } from './resolve.ts';

/** A resource with its resolved properties, validated by {@link PROPERTIES}. */
export interface Known<T extends KnownType> {
  readonly id: string;
  readonly resource: Resource;
  readonly properties: z.infer<(typeof PROPERTIES)[T]>;
}

/** The resources of a template, validated by {@link PROPERTIES}. */
export class Stack {
  readonly template: Template;
  readonly resolve: Resolve;

  constructor(template: Template, resolve: Resolve) {
    this.template = template;
    this.resolve = resolve;
  }

  /** Returns all resources of a type for which `isMeant` is true. Throws a `TemplateError` for an unknown property. */
  all<T extends KnownType>(type: T, isMeant: (resource: Resource) => boolean = () => true): Known<T>[] {
    return Object.entries(this.template.Resources)
      .filter(([, resource]) => resource.Type === type && isMeant(resource))
      .map(([id, resource]) => ({ id, resource, properties: this.#propertiesOf(type, id) }));
  }

  /** Returns the only resource of a type. Throws if there is none or more than one. */
  one<T extends KnownType>(type: T): Known<T> {
    const [found, ...more] = this.all(type);
    if (!found || more.length > 0) throw new TemplateError(`Not one ${type} stands`, 'Resources');
    return found;
  }

  #propertiesOf<T extends KnownType>(type: T, id: string): z.infer<(typeof PROPERTIES)[T]> {
    const path = `Resources.${id}.Properties`;
    const properties = this.resolve(this.template.Resources[id]?.Properties ?? {}, path);
    const read = z.safeParse<z.core.$ZodType>(PROPERTIES[type], properties);
    if (read.success) return read.data as z.infer<(typeof PROPERTIES)[T]>;
    const [issue] = read.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : '';
    const where = [path, ...(issue?.path ?? []).map(String)].join('.');
    throw new TemplateError(unknown ? `One machine has no ${unknown}` : (issue?.message ?? 'A fault'), where);
  }
}

/** Throws a `TemplateError` for a resource type that is neither supported nor listed as unnecessary on one machine. */
export function checkTypes(template: Template): void {
  for (const [id, { Type }] of Object.entries(template.Resources)) {
    if (!Object.hasOwn(PROPERTIES, Type) && !Object.hasOwn(NOT_HERE, Type))
      throw new TemplateError(`One machine has no ${Type}`, `Resources.${id}`);
  }
}
