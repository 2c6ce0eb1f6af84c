/**
 * What the AWS CLI refuses about a command before it sends anything, by the CLI's own models of AWS's services. Names of operations and
 * options follow botocore's `xform_name`.
 */
import { modelOf as modelOfService, readModel, type Model } from '../aws-models/models.ts';
import type { Shape } from '../aws-models/newer.ts';

/** What the CLI calls otherwise than AWS's models. */
const SERVICES: Readonly<Record<string, string>> = { s3api: 's3', deploy: 'codedeploy' };
/** Commands that are the CLI's own, which no model describes. */
const OWN: Readonly<Record<string, readonly string[]>> = { s3: ['cp', 'ls', 'mb', 'rb', 'rm', 'sync'] };
/** Options that the CLI calls otherwise than the operation's member. Source: the CLI's `customizations/argrename.py`. */
const RENAMED: Readonly<Record<string, string>> = { 'Subscribe.Endpoint': 'notification-endpoint' };
/** Of every command. Source: the CLI's `data/cli.json`. */
const GLOBAL = new Set([
  'endpoint-url',
  'output',
  'profile',
  'query',
  'region',
  'no-paginate',
  'no-cli-pager',
]);
const PAGING = ['max-items', 'page-size', 'starting-token'];

/** What is newer than Debian's CLI, with where it is documented. */
const NEWER: Readonly<Record<string, readonly string[]>> = {
  // Amazon DynamoDB API reference, UpdateTable: of November 2024, and March 2023.
  'dynamodb update-table': ['warm-throughput', 'no-deletion-protection-enabled'],
};

export function dashed(name: string): string {
  const plural = /[A-Z]{2,}s$/.exec(name)?.[0];
  const split = plural ? `${name.slice(0, -plural.length)}-${plural.toLowerCase()}` : name;
  return split
    .replaceAll(/(.)([A-Z][a-z]+)/g, '$1-$2')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

const modelOf = (service: string): Model | undefined => modelOfService(SERVICES[service] ?? service);

/** What is wrong with a command, a sentence each; `words` begin after `aws`. */
export function awsFaults([service = '', operation = '', ...rest]: readonly string[]): string[] {
  if (OWN[service]?.includes(operation)) return [];
  const model = modelOf(service);
  if (!model) return [`there is no service ${service}`];
  if (operation === 'wait') return waitFaults(service, model, rest);
  const name = Object.keys(model.operations).find((one) => dashed(one) === operation);
  if (name === undefined) return [`${service} has no operation ${operation}`];
  return optionFaults(model, name, rest, NEWER[`${service} ${operation}`] ?? []);
}

function waitFaults(service: string, model: Model, [waiter = '', ...rest]: readonly string[]): string[] {
  const { waiters } = readModel<{ waiters: Record<string, { operation: string }> }>(
    SERVICES[service] ?? service,
    'waiters-2.json',
  )!;
  const found = Object.entries(waiters).find(([name]) => dashed(name) === waiter)?.[1];
  return found ? optionFaults(model, found.operation, rest, []) : [`${service} has no waiter ${waiter}`];
}

function optionFaults(
  model: Model,
  name: string,
  words: readonly string[],
  newer: readonly string[],
): string[] {
  const input = model.shapes[model.operations[name]?.input?.shape ?? ''];
  const members = Object.entries(input?.members ?? {}).map(([member, { shape, idempotencyToken }]) => ({
    member,
    option: RENAMED[`${name}.${member}`] ?? dashed(member),
    shape: model.shapes[shape]!,
    isNeeded: (input?.required?.includes(member) ?? false) && !idempotencyToken,
  }));
  const given = optionsIn(words);
  const faults = given.flatMap(({ option, values }) => {
    if (option === '') return values.map((value) => `'${value}' belongs to no option`);
    if (GLOBAL.has(option) || PAGING.includes(option) || newer.includes(option)) return [];
    const member = members.find(
      (one) => one.option === option || (one.shape.type === 'boolean' && `no-${one.option}` === option),
    );
    return member ? valueFaults(option, member.shape, values) : [`${name} has no option --${option}`];
  });
  const missing = members
    .filter((one) => one.isNeeded && !given.some(({ option }) => option.replace(/^no-/, '') === one.option))
    .map(({ option }) => `${name} lacks --${option}`);
  return [...faults, ...missing];
}

interface Option {
  /** Empty for what precedes all options. */
  readonly option: string;
  readonly values: string[];
}

function optionsIn(words: readonly string[]): Option[] {
  const options: Option[] = [{ option: '', values: [] }];
  for (const word of words) {
    if (word.startsWith('--')) {
      const [option = '', ...values] = word.slice(2).split('=');
      options.push({ option, values: values.length > 0 ? [values.join('=')] : [] });
    } else options.at(-1)!.values.push(word);
  }
  return options;
}

function valueFaults(option: string, shape: Shape, values: readonly string[]): string[] {
  const { type } = shape;
  const isCounted =
    type === 'boolean' ? values.length === 0 : type === 'list' || type === 'map' || values.length === 1;
  if (!isCounted) return [`--${option} has ${values.length} values`];
  const [value = ''] = values;
  if (shape.enum && /^[A-Z_]+$/.test(value) && value !== 'GIVEN' && !shape.enum.includes(value))
    return [`--${option} is none of ${shape.enum.join(', ')}`];
  if (type !== 'structure' || !/^\w+=/.test(value)) return [];
  const keys = value.split(',').map((pair) => pair.split('=')[0]!);
  return [
    ...keys.filter((key) => !shape.members?.[key]).map((key) => `--${option} has no ${key}`),
    ...(shape.required ?? []).filter((key) => !keys.includes(key)).map((key) => `--${option} lacks ${key}`),
  ];
}
