import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import type { EdgeEvent } from '#infra/agreed/edge/edge-event.ts';

/** The data of the synthesised stacks that the account checks need. */
export interface SynthesisedSite {
  /** Name of the site's own stack. */
  readonly stackName: string;
  readonly region: string;
  /** @default the stacks are synthesised for any account */
  readonly account: string | undefined;
  readonly isProduction: boolean;
  /** Required CDK bootstraps, with the parameter that identifies them. */
  readonly bootstraps: readonly Bootstrap[];
  /** The sender of mail; empty if no mail is sent. */
  readonly mailFrom: string;
  /** Total reserved concurrency of the Lambdas. */
  readonly reservedExecutions: number;
  readonly queues: readonly SynthesisedQueue[];
  /** Names of CloudFront policies by resource type. */
  readonly policies: Readonly<Record<string, readonly string[]>>;
  /** The edge functions that a distribution uses. */
  readonly edgeFunctions: readonly SynthesisedFunction[];
}

export interface SynthesisedFunction {
  /** Logical id. */
  readonly id: string;
  readonly code: string;
  readonly runtime: string;
  readonly usesStore: boolean;
  readonly eventType: EdgeEvent['context']['eventType'];
}

export interface Bootstrap {
  readonly region: string;
  readonly parameter: string;
  readonly version: number;
}

export interface SynthesisedQueue {
  readonly description: string;
  /** @default MediaConvert's default */
  readonly concurrentJobs: number | undefined;
}

interface Resource {
  readonly Type: string;
  readonly Properties?: {
    readonly ReservedConcurrentExecutions?: number;
    readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
    readonly Description?: string;
    readonly ConcurrentJobs?: number;
    readonly FunctionCode?: string;
    readonly FunctionConfig?: { readonly Runtime: string; readonly KeyValueStoreAssociations?: unknown };
    readonly DistributionConfig?: {
      readonly DefaultCacheBehavior: Behavior;
      readonly CacheBehaviors?: readonly Behavior[];
    };
  } & Readonly<Record<string, unknown>>;
}

interface Behavior {
  readonly FunctionAssociations?: readonly {
    readonly EventType: SynthesisedFunction['eventType'];
    readonly FunctionARN: { readonly 'Fn::GetAtt': readonly [id: string, attribute: string] };
  }[];
}

const UNKNOWN_ACCOUNT = 'unknown-account';

/** Reads the output folder of `cdk synth`. Throws if it contains no site. */
export function synthesisedSite(folder: string): SynthesisedSite {
  const { stacks } = new CloudAssembly(folder);
  const site = stacks.find(({ stackName }) => /^Fanfare-[a-z0-9]+$/.test(stackName));
  if (!site) throw new Error(`${folder} contains no site's stack.`);
  const { Resources: byId } = site.template as { readonly Resources: Readonly<Record<string, Resource>> };
  const resources = Object.values(byId);
  const propertiesOf = (type: string) =>
    resources.flatMap(({ Type, Properties }) => (Type === type && Properties ? [Properties] : []));
  const lambdas = propertiesOf('AWS::Lambda::Function');
  const senders = lambdas.map(({ Environment }) => Environment?.Variables['MAIL_FROM']);
  return {
    stackName: site.stackName,
    region: site.environment.region,
    account: site.environment.account === UNKNOWN_ACCOUNT ? undefined : site.environment.account,
    isProduction: site.stackName === 'Fanfare-prod',
    bootstraps: bootstrapsOf(stacks),
    mailFrom: senders.find((sender) => typeof sender === 'string') ?? '',
    reservedExecutions: lambdas.reduce((sum, one) => sum + (one.ReservedConcurrentExecutions ?? 0), 0),
    queues: propertiesOf('AWS::MediaConvert::Queue').map(({ Description = '', ConcurrentJobs }) => ({
      description: Description,
      concurrentJobs: ConcurrentJobs,
    })),
    policies: policiesOf(resources),
    edgeFunctions: edgeFunctionsOf(byId),
  };
}

function policiesOf(resources: readonly Resource[]): Record<string, string[]> {
  const names: Record<string, string[]> = {};
  for (const { Type, Properties } of resources) {
    const [, kind] = /^AWS::CloudFront::(\w+Policy)$/.exec(Type) ?? [];
    if (!kind) continue;
    const { Name } = (Properties?.[`${kind}Config`] ?? {}) as { readonly Name?: unknown };
    (names[Type] ??= []).push(String(Name));
  }
  return names;
}

function edgeFunctionsOf(byId: Readonly<Record<string, Resource>>): SynthesisedFunction[] {
  const behaviors = Object.values(byId).flatMap(({ Properties }) => {
    const { DefaultCacheBehavior: first, CacheBehaviors: others = [] } = Properties?.DistributionConfig ?? {};
    return first ? [first, ...others] : [];
  });
  const associations = behaviors.flatMap(({ FunctionAssociations = [] }) => FunctionAssociations);
  const eventTypes = new Map(
    associations.map(({ EventType, FunctionARN }) => [FunctionARN['Fn::GetAtt'][0], EventType]),
  );
  return [...eventTypes].map(([id, eventType]) => {
    const { FunctionCode: code = '', FunctionConfig } = byId[id]?.Properties ?? {};
    const usesStore = FunctionConfig?.KeyValueStoreAssociations !== undefined;
    return { id, code, runtime: FunctionConfig?.Runtime ?? '', usesStore, eventType };
  });
}

function bootstrapsOf(stacks: CloudAssembly['stacks']): Bootstrap[] {
  const all = stacks.map(
    ({ environment, bootstrapStackVersionSsmParameter = '', requiresBootstrapStackVersion = 0 }) => ({
      region: environment.region,
      parameter: bootstrapStackVersionSsmParameter,
      version: requiresBootstrapStackVersion,
    }),
  );
  return [...new Map(all.map((one) => [one.region, one])).values()];
}
