import type { Schemas } from './schema.ts';
import type { Resource, Template } from '#infra/agreed/template.ts';

/** A resource that CloudFormation would replace, or whose data it would lose, if these properties changed. */
export interface KeptResource {
  readonly type: string;
  readonly deletion: string;
  readonly replacement: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Resources of all stacks by logical id; ids are unique across stacks. */
export type Kept = Readonly<Record<string, KeptResource>>;

/** Types that also hold state that exists nowhere else: subscriptions, known addresses, resources of channels. */
const ALSO_KEPT = [
  'AWS::CloudFront::Distribution',
  'AWS::IVS::RecordingConfiguration',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
] as const;

/**
 * Properties whose change keeps the resource but loses something: items that an index no longer finds, objects that
 * expire sooner, a secret that gets a new value.
 */
const ALSO_WATCHED: Readonly<Record<string, readonly string[]>> = {
  'AWS::Cognito::UserPool': ['DeletionProtection', 'Schema', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::DynamoDB::GlobalTable': [
    'GlobalSecondaryIndexes',
    'Replicas',
    'StreamSpecification',
    'TimeToLiveSpecification',
  ],
  'AWS::S3::Bucket': ['LifecycleConfiguration', 'VersioningConfiguration'],
  'AWS::SQS::Queue': ['MessageRetentionPeriod'],
  'AWS::SecretsManager::Secret': ['GenerateSecretString'],
};

/** Returns the resources that hold data, ordered by id. Logs that are deleted with the stack do not count. */
export function keptResources(templates: Iterable<Template>, schemas: Schemas): Kept {
  const all = [...templates].flatMap(({ Resources }) => Object.entries(Resources));
  const kept = all.filter(([, resource]) => holdsData(resource, schemas));
  const entries = kept.map(([id, resource]) => [id, facts(resource, schemas)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function holdsData({ Type, DeletionPolicy }: Resource, schemas: Schemas): boolean {
  if (Type === 'AWS::Logs::LogGroup') return DeletionPolicy === 'Retain';
  return schemas.resource(Type)?.isStateful || (ALSO_KEPT as readonly string[]).includes(Type);
}

function facts(
  { Type: type, DeletionPolicy = 'Delete', UpdateReplacePolicy = 'Delete', Properties = {} }: Resource,
  schemas: Schemas,
): KeptResource {
  const isFixed = (name: string): boolean =>
    (ALSO_WATCHED[type] ?? []).includes(name) ||
    (schemas.resource(type)?.properties[name]?.causesReplacement ?? 'no') !== 'no';
  return {
    type,
    deletion: DeletionPolicy,
    replacement: UpdateReplacePolicy,
    properties: Object.fromEntries(Object.entries(Properties).filter(([name]) => isFixed(name))),
  };
}

/** Returns a sentence per difference. */
export function changesOf(before: Kept, after: Kept): string[] {
  const gone = Object.keys(before).filter((id) => !after[id]);
  const added = Object.keys(after).filter((id) => !before[id]);
  return [
    ...gone.map((id) => `${id} (${before[id]!.type}) is gone, or has another id`),
    ...added.map((id) => `${id} (${after[id]!.type}) is new`),
    ...Object.entries(before).flatMap(([id, was]) => (after[id] ? changed(id, was, after[id]) : [])),
  ];
}

function changed(id: string, was: KeptResource, is: KeptResource): string[] {
  const [before, after] = [was, is].map(({ properties, ...facts }) => ({ ...facts, ...properties }));
  const names = [...new Set([...Object.keys(before!), ...Object.keys(after!)])];
  const written = (of: object, name: string) => JSON.stringify((of as Record<string, unknown>)[name]);
  return names
    .filter((name) => written(before!, name) !== written(after!, name))
    .map((name) => `${id}: ${name} was ${written(before!, name)}, and is ${written(after!, name)}`);
}
