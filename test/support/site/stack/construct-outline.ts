import { CfnElement } from 'aws-cdk-lib';
import type { Site } from './site.ts';

const WIDTH = 120;

interface Made {
  readonly Type?: string;
  readonly Properties?: object;
}

/**
 * Returns an outline of each construct of the stack: every resource by logical id with its properties. Resources of the
 * stack itself are under `Stack`.
 */
export function outlines({ stack, template }: Site): Map<string, string> {
  const { Resources, Outputs } = template.toJSON() as Record<string, Record<string, object>>;
  const texts = new Map<string, string[]>();
  for (const child of stack.node.children) {
    const ids = child.node.findAll().filter(CfnElement.isCfnElement);
    for (const id of ids.map(({ logicalId }) => stack.resolve(logicalId) as string)) {
      const made = Resources?.[id] ?? Outputs?.[id];
      if (!made) continue;
      const name = Outputs?.[id] ? 'Stack' : nameOf(child.node.id);
      const { Type = 'Output', Properties = {}, ...rest } = readable(made) as Made;
      const text = [`${id} ${Type}`, ...lines({ ...Properties, ...rest }, '  ')].join('\n');
      texts.set(name, [...(texts.get(name) ?? []), `${text}\n`]);
    }
  }
  return new Map([...texts].map(([name, list]) => [name, list.join('\n')]));
}

/** CDK's own constructs have names such as `Custom::CDKBucketDeployment8693BB64…`. */
const nameOf = (id: string): string => id.replace(/^.*::/, '').replace(/[0-9A-F]{8,}.*$/, '');

/** Without values that do not matter to AWS, and texts for people; references are `${Id}` or `${Id.Attribute}`. */
function readable(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replaceAll(/[0-9a-f]{64}/g, 'ASSET').replace(/<p .*<\/p>/s, 'PARAGRAPHS');
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const { Metadata: _, ...members } = value as Record<string, unknown>;
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined } = members;
  if (typeof Ref === 'string') return `\${${Ref}}`;
  if (Array.isArray(attribute)) return `\${${attribute.join('.')}}`;
  if (Array.isArray(joined)) return (joined[1] as unknown[]).map(readable).join(String(joined[0]));
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, readable(member)]));
}

/** Prints the members of an object or list, one per line; long values are split into their own members. */
function lines(value: object, indent: string): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const start = `${indent}${Array.isArray(value) ? '-' : `${name}:`}`;
    const text = JSON.stringify(member);
    const fits = typeof member !== 'object' || member === null || start.length + text.length < WIDTH;
    return fits ? `${start} ${text}` : [start, ...lines(member, `${indent}  `)];
  });
}
