import type { LambdaName } from '../../../functions/lambdas.ts';
import {
  namedAttributes,
  READ_OPERATIONS,
  tableAccess,
  WRITE_OPERATIONS,
  type TableAccess,
} from '../../agreed/table-access.ts';
import { AwsError } from '../aws/aws-error.ts';
import { itemOperations, type ItemOperation } from './leading-keys.ts';

/**
 * Whether a Lambda's role lets it send a request to DynamoDB, as IAM decides by `dynamodb:LeadingKeys` and, of single items,
 * by `dynamodb:Attributes`. `target` is the header that names the operation. Throws `AccessDeniedException`.
 */
export function checkAccess(lambda: LambdaName, target: string, body: string): void {
  const name = target.slice(target.lastIndexOf('.') + 1);
  for (const wanted of itemOperations(name, JSON.parse(body))) {
    if (isAllowed(tableAccess[lambda], wanted)) continue;
    const { operation, leadingKey } = wanted;
    throw new AwsError(
      'AccessDeniedException',
      `The Lambda ${lambda} is not authorized to perform dynamodb:${operation} on ${leadingKey}: infra/agreed/table-access.ts does not allow it.`,
    );
  }
}

function isAllowed({ writes, reads, gets }: TableAccess, wanted: ItemOperation): boolean {
  const { operation, leadingKey, attributes } = wanted;
  const fits = (patterns: readonly string[]) =>
    leadingKey !== undefined && patterns.some((pattern) => isLike(leadingKey, pattern));
  if (WRITE_OPERATIONS.some((one) => one === operation)) return fits(writes);
  const isNamed = ([key, named]: [string, readonly string[]]) =>
    fits([key]) && attributes?.every((name) => namedAttributes(named).includes(name));
  if (operation === 'GetItem' && Object.entries(gets).some(isNamed)) return true;
  return READ_OPERATIONS.some((one) => one === operation) && (fits(writes) || fits(reads));
}

const isLike = (key: string, pattern: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;
