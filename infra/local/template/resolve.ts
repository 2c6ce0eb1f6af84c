import type { Template } from '#infra/agreed/template.ts';

/** A template's resource on one machine. */
export interface PhysicalResource {
  /** The value of `Ref`. */
  readonly ref: string;
  /** The values of `Fn::GetAtt`. */
  readonly attributes?: Readonly<Record<string, string>>;
}

export interface ResolverOptions {
  readonly template: Template;
  /** Returns `undefined` for a resource that does not exist on one machine. */
  readonly physical: (logicalId: string) => PhysicalResource | undefined;
  /** The values of pseudo parameters such as `AWS::Region`. */
  readonly pseudo: Readonly<Record<string, string>>;
  /** @default their defaults */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Returns a secret by its ARN or name. @default no secrets */
  readonly secret?: (id: string) => string;
  /** Returns the output of another stack. @default no other stacks */
  readonly stackOutput?: (stack: string, output: string) => string;
}

/** Resolves a value at a path in the template, for example `Resources.Api.Properties.Name`. */
export type Resolve = (value: unknown, path: string) => unknown;

/** A part of a template that one machine does not support. The message ends with its path. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';

  constructor(what: string, path: string) {
    super(`${what} at ${path}`);
  }
}

type Values = Readonly<Record<string, unknown>>;

/** `{{resolve:secretsmanager:<id>:SecretString:::}}`: the complete value of a secret. */
const SECRET = /\{\{resolve:secretsmanager:(.+?):SecretString:::\}\}/g;
const NO_VALUE = 'AWS::NoValue';

/**
 * Resolves intrinsic functions, conditions, parameters and dynamic references as CloudFormation does. Throws a
 * `TemplateError` for unknown functions and names. Source: CloudFormation User Guide, "Intrinsic function reference".
 */
export function resolverOf(options: ResolverOptions): Resolve {
  const { template, physical, pseudo, parameters = {}, secret, stackOutput } = options;

  const resolve: Resolve = (value, path) => {
    if (typeof value === 'string') return withSecrets(value, path);
    if (Array.isArray(value)) {
      return value.map((one, at) => resolve(one, `${path}[${at}]`)).filter((one) => one !== undefined);
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [name = '', argument] = entries[0] ?? [];
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::')))
      return intrinsic(name, argument, path);
    const resolved = entries.map(([key, one]) => [key, resolve(one, `${path}.${key}`)] as const);
    return Object.fromEntries(resolved.filter(([, one]) => one !== undefined));
  };

  const text = (value: unknown, path: string): string => {
    const resolved = resolve(value, path);
    if (typeof resolved === 'object' || resolved === undefined)
      throw new TemplateError('No text stands', path);
    return String(resolved);
  };
  const list = (value: unknown, path: string): readonly unknown[] => {
    const resolved = resolve(value, path);
    if (!Array.isArray(resolved)) throw new TemplateError('No list stands', path);
    return resolved;
  };

  const withSecrets = (value: string, path: string): string => {
    const known = value.replaceAll(SECRET, (_, id: string) => {
      if (!secret) throw new TemplateError(`The secret ${id} is not known`, path);
      return secret(id);
    });
    if (/\{\{resolve:[^}]*\}\}/.test(known)) throw new TemplateError(`"${known}" is not known`, path);
    return known;
  };

  const reference = (name: string, path: string): unknown => {
    if (name === NO_VALUE) return undefined;
    if (pseudo[name] !== undefined) return pseudo[name];
    const parameter = template.Parameters?.[name];
    if (parameter) return parameters[name] ?? parameter.Default;
    const found = physical(name);
    if (!found) throw new TemplateError(`One machine has no ${name}`, path);
    return found.ref;
  };
  const attribute = (logicalId: string, name: string, path: string): string => {
    const value = physical(logicalId)?.attributes?.[name];
    if (value === undefined) throw new TemplateError(`One machine has no ${logicalId}.${name}`, path);
    return value;
  };

  const substituted = (argument: unknown, path: string): string => {
    const [pattern, own] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, Values];
    return pattern.replaceAll(/\$\{(!?)([^}]+)\}/g, (whole, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (Object.hasOwn(own, name)) return text(own[name], `${path}.${name}`);
      const [logicalId = '', ...rest] = name.split('.');
      return rest.length > 0
        ? attribute(logicalId, rest.join('.'), path)
        : String(reference(logicalId, path) ?? whole);
    });
  };

  const condition = (value: unknown, path: string): boolean => {
    if (typeof value === 'string') {
      const named = template.Conditions?.[value];
      if (named === undefined) throw new TemplateError(`There is no condition ${value}`, path);
      return condition(named, `Conditions.${value}`);
    }
    const [[name, argument] = ['', undefined]] = Object.entries(value as Values);
    const parts = (Array.isArray(argument) ? argument : [argument]) as readonly unknown[];
    const all = () => parts.map((part, at) => condition(part, `${path}.${name}[${at}]`));
    switch (name) {
      case 'Condition':
        return condition(argument, path);
      case 'Fn::Equals':
        return text(parts[0], path) === text(parts[1], path);
      case 'Fn::Not':
        return !all()[0];
      case 'Fn::And':
        return all().every(Boolean);
      case 'Fn::Or':
        return all().some(Boolean);
      default:
        throw new TemplateError(`The condition ${name} is not known`, path);
    }
  };

  const intrinsic = (name: string, argument: unknown, path: string): unknown => {
    const here = `${path}.${name}`;
    const parts = (Array.isArray(argument) ? argument : []) as readonly unknown[];
    switch (name) {
      case 'Ref':
        return reference(argument as string, here);
      case 'Fn::GetAtt': {
        const [logicalId = '', ...rest] = typeof argument === 'string' ? argument.split('.') : parts;
        return attribute(String(logicalId), rest.join('.'), here);
      }
      case 'Fn::Sub':
        return withSecrets(substituted(argument, here), here);
      case 'Fn::Join':
        return withSecrets(list(parts[1], here).join(text(parts[0], here)), here);
      case 'Fn::Split':
        return text(parts[1], here).split(text(parts[0], here));
      case 'Fn::Select':
        return list(parts[1], here)[Number(text(parts[0], here))];
      case 'Fn::If':
        return resolve(condition(parts[0], here) ? parts[1] : parts[2], here);
      case 'Fn::GetStackOutput': {
        const { StackName, OutputName } = argument as Values;
        if (!stackOutput) throw new TemplateError('One machine has no other stack', here);
        return stackOutput(text(StackName, here), text(OutputName, here));
      }
      default:
        throw new TemplateError(`The function ${name} is not known`, path);
    }
  };

  return resolve;
}
