import { AwsError } from '../../aws/aws-error.ts';
import { keyHolder, type Credentials, type KeyHolder } from '../../aws/credentials.ts';
import { ALGORITHM, sameSignature, signingKey, signText } from '../../aws/signature.ts';
import { accessDenied, invalidArgument } from '../protocol/s3-errors.ts';
import { unknownKey, wrongSignature } from './authenticate.ts';
import { readCredential } from './signature-claim.ts';

type Fields = ReadonlyMap<string, string>;

/** Bounds of a policy for the size of a file. */
export interface SizeLimits {
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Fields that need no condition. */
const FREE_FIELDS = new Set(['policy', 'x-amz-signature', 'file']);

/** The result of checking a form's policy. */
export interface CheckedPolicy {
  readonly limits: SizeLimits | undefined;
  /** The signer. */
  readonly holder: KeyHolder;
}

/**
 * Checks a form's policy as S3 does: its signature, its expiry, that the form meets every condition and has no field
 * without a condition. Throws S3's errors.
 */
export function checkPolicy(fields: Fields, bucket: string, credentials: Credentials): CheckedPolicy {
  const policy = fields.get('policy');
  if (policy === undefined) throw accessDenied();
  const holder = checkSignature(fields, policy, credentials);
  const { expiration, conditions } = parsePolicy(policy);
  if (!(Date.parse(expiration) > Date.now()))
    throw accessDenied('Invalid according to Policy: Policy expired.');

  // The bucket is in the address, and may also be in the form.
  const values = new Map([...fields, ['bucket', bucket]]);
  const named = new Set(['bucket']);
  let limits: SizeLimits | undefined;
  for (const condition of conditions.flatMap(readConditions)) {
    if (condition.operator === 'content-length-range') {
      limits = { minBytes: condition.minBytes, maxBytes: condition.maxBytes };
      continue;
    }
    named.add(condition.field);
    if (values.get(condition.field) !== condition.value) throw conditionFailed(condition.text);
  }
  const extra = [...fields.keys()].filter(
    (name) => !named.has(name) && !FREE_FIELDS.has(name) && !name.startsWith('x-ignore-'),
  );
  if (extra.length > 0)
    throw accessDenied(`Invalid according to Policy: Extra input fields: ${extra.join(', ')}`);
  return { limits, holder };
}

function checkSignature(fields: Fields, policy: string, credentials: Credentials): KeyHolder {
  if (fields.get('x-amz-algorithm') !== ALGORITHM) {
    throw invalidArgument(`X-Amz-Algorithm only supports "${ALGORITHM}"`, 'x-amz-algorithm');
  }
  const { accessKeyId, scope } = readCredential(
    fields.get('x-amz-credential') ?? '',
    (why) => new AwsError('InvalidArgument', why, 400, { ArgumentName: 'x-amz-credential' }),
  );
  const holder = keyHolder(credentials, accessKeyId);
  if (!holder) throw unknownKey(accessKeyId);
  if (!fields.get('x-amz-date')?.startsWith(scope.date)) {
    throw invalidArgument('Invalid credential date.', 'x-amz-date', fields.get('x-amz-date'));
  }
  const expected = signText(signingKey(holder.secretAccessKey, scope), policy);
  if (!sameSignature(expected, fields.get('x-amz-signature') ?? '')) throw wrongSignature(policy);
  return holder;
}

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly unknown[];
}

function parsePolicy(text: string): Policy {
  try {
    const policy = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Policy> | null;
    if (typeof policy?.expiration === 'string' && Array.isArray(policy.conditions)) {
      return { expiration: policy.expiration, conditions: policy.conditions };
    }
  } catch (cause) {
    throw Object.assign(invalidPolicy('Invalid JSON.'), { cause });
  }
  throw invalidPolicy('Policy is missing expiration or conditions.');
}

type Condition =
  | {
      readonly operator: 'eq';
      readonly field: string;
      readonly value: string;
      readonly text: string;
    }
  | ({ readonly operator: 'content-length-range' } & SizeLimits);

/** For example `{ "acl": "private" }`, `["eq", "$acl", "private"]` or `["content-length-range", 1, 9]`. */
function readConditions(condition: unknown): Condition[] {
  if (!Array.isArray(condition)) {
    if (typeof condition !== 'object' || condition === null) throw invalidPolicy('Invalid condition.');
    return Object.entries(condition).map(([name, value]) => matching(`$${name}`, value));
  }
  const [operator, first, second] = condition as unknown[];
  const kind = String(operator).toLowerCase();
  if (kind === 'eq') return [matching(first, second)];
  const [minBytes, maxBytes] = [Number(first), Number(second)];
  if (kind === 'content-length-range' && minBytes >= 0 && maxBytes >= minBytes) {
    return [{ operator: kind, minBytes, maxBytes }];
  }
  throw invalidPolicy(`Invalid condition: ${JSON.stringify(condition)}`);
}

function matching(field: unknown, value: unknown): Condition {
  if (typeof field !== 'string' || !field.startsWith('$') || typeof value !== 'string') {
    throw invalidPolicy('Invalid condition.');
  }
  const text = JSON.stringify(['eq', field, value]).replaceAll('","', '", "');
  return { operator: 'eq', field: field.slice(1).toLowerCase(), value, text };
}

const conditionFailed = (text: string): AwsError =>
  accessDenied(`Invalid according to Policy: Policy Condition failed: ${text}`);

const invalidPolicy = (why: string): AwsError =>
  new AwsError(
    'InvalidPolicyDocument',
    `The content of the form does not meet the conditions specified in the policy document: ${why}`,
  );
