import { ACCOUNT } from './operator.ts';
import { resources } from './site-queries.ts';
import type { Site } from './site.ts';

export interface PolicyDocument {
  readonly Statement: readonly {
    readonly Action: string | readonly string[];
    readonly Resource: unknown;
  }[];
}

/** Returns the inline policies of each role of a stack, by the role's logical id. */
export function inlinePolicies(site: Site): ReadonlyMap<string, readonly PolicyDocument[]> {
  const byRole = new Map<string, PolicyDocument[]>();
  const add = (role: string, ...documents: PolicyDocument[]) =>
    byRole.set(role, [...(byRole.get(role) ?? []), ...documents]);
  type Attached = { PolicyDocument: PolicyDocument; Roles?: { Ref: string }[] };
  for (const { Properties } of Object.values(resources<Attached>(site, 'AWS::IAM::Policy')))
    for (const { Ref } of Properties.Roles ?? []) add(Ref, Properties.PolicyDocument);
  type Role = { Policies?: { PolicyDocument: PolicyDocument }[] };
  for (const [id, { Properties }] of Object.entries(resources<Role>(site, 'AWS::IAM::Role')))
    add(id, ...(Properties?.Policies ?? []).map((one) => one.PolicyDocument));
  return byRole;
}

const arn = (service: string, resource: string): string =>
  `arn:aws:${service}:eu-west-1:${ACCOUNT}:${resource}`;

/** Services whose ARNs our tests read. */
const KINDS: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::GlobalTable': (name) => arn('dynamodb', `table/${name}`),
  'AWS::Lambda::Function': (name) => arn('lambda', `function:${name}`),
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name.toLowerCase()}`,
  'AWS::SQS::Queue': (name) => arn('sqs', name),
};

/**
 * Resolves a template's value approximately as deployed: a resource's name consists of its stack's name, its logical
 * id, and twelve characters that make it unique.
 */
export function physicalText(site: Site, value: unknown): string {
  const made = site.template.toJSON().Resources as Record<string, { Type: string }>;
  const text = (one: unknown): string => {
    if (typeof one !== 'object' || one === null) return String(one);
    const {
      Ref,
      'Fn::GetAtt': [id] = [],
      'Fn::Join': [, parts] = [],
    } = one as {
      Ref?: string;
      'Fn::GetAtt'?: [id: string, attribute: string];
      'Fn::Join'?: [separator: string, parts: unknown[]];
    };
    if (parts) return parts.map(text).join('');
    if (Ref === 'AWS::Partition') return 'aws';
    if (Ref === 'AWS::AccountId') return ACCOUNT;
    if (Ref === 'AWS::Region') return 'eu-west-1';
    const logicalId = id ?? Ref ?? '';
    const name = `${site.stack.stackName}-${logicalId}-1A2B3C4D5E6F`;
    const type = made[logicalId]?.Type ?? '';
    return KINDS[type]?.(name) ?? arn(type.split('::')[1]?.toLowerCase() ?? '', name);
  };
  return text(value);
}
