import { describe, expect, it, test } from 'vitest';
import { evaluate, faultOf, type IamRequest, type Statement } from '#infra/local/aws/iam/evaluate.ts';

const PICTURES: Statement = {
  Effect: 'Allow',
  Action: ['s3:GetObject', 's3:Put*'],
  Resource: 'arn:aws:s3:::fans/pictures/*',
};
const request = (action: string, resource: string, context: IamRequest['context'] = {}): IamRequest => ({
  action,
  resource,
  context,
});
const A_PICTURE = 'arn:aws:s3:::fans/pictures/a/1.png';

describe('decides by actions and resources:', () => {
  it.each<[string, readonly Statement[], IamRequest, string]>([
    ['what a statement allows', [PICTURES], request('s3:GetObject', A_PICTURE), 'allowed'],
    ['an action of any case', [PICTURES], request('S3:getobject', A_PICTURE), 'allowed'],
    ['a wildcard in an action', [PICTURES], request('s3:PutObject', A_PICTURE), 'allowed'],
    ['another action', [PICTURES], request('s3:DeleteObject', A_PICTURE), 'denied'],
    ['another resource', [PICTURES], request('s3:GetObject', 'arn:aws:s3:::fans/videos/1'), 'denied'],
    ['no statement', [], request('s3:GetObject', A_PICTURE), 'denied'],
    [
      'a dot, which is literal',
      [{ ...PICTURES, Resource: 'arn:aws:s3:::fans/a.b*' }],
      request('s3:GetObject', 'arn:aws:s3:::fans/axb'),
      'denied',
    ],
    [
      'a question mark, which matches one character',
      [{ ...PICTURES, Resource: 'arn:aws:s3:::fans/?' }],
      request('s3:GetObject', 'arn:aws:s3:::fans/ab'),
      'denied',
    ],
    [
      'an explicit deny, which overrides every allow',
      [PICTURES, { Effect: 'Deny', Action: 's3:*', Resource: '*' }],
      request('s3:GetObject', A_PICTURE),
      'explicitly denied',
    ],
    [
      'all actions but some',
      [{ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }],
      request('s3:GetObject', A_PICTURE),
      'denied',
    ],
    [
      'all resources but some',
      [{ Effect: 'Allow', Action: 's3:*', NotResource: A_PICTURE }],
      request('s3:GetObject', A_PICTURE),
      'denied',
    ],
  ])('%s', (_, statements, asked, decision) => {
    expect(evaluate(statements, asked)).toBe(decision);
  });
});

/** Evaluates a statement with one condition on leading keys. */
const decisionBy = (operator: string, keys: readonly string[] | undefined) =>
  evaluate(
    [
      {
        Effect: 'Allow',
        Action: '*',
        Resource: '*',
        Condition: { [operator]: { 'dynamodb:LeadingKeys': ['A#*', 'B'] } },
      },
    ],
    request('dynamodb:Query', 'table', keys && { 'dynamodb:LeadingKeys': keys }),
  );

describe('decides by conditions:', () => {
  it.each<[string, readonly string[] | undefined, string]>([
    ['ForAllValues:StringLike', ['A#1', 'B'], 'allowed'],
    ['ForAllValues:StringLike', ['A#1', 'C'], 'denied'],
    ['ForAllValues:StringLike', undefined, 'allowed'],
    ['ForAnyValue:StringLike', ['A#1', 'C'], 'allowed'],
    ['ForAnyValue:StringLike', undefined, 'denied'],
    ['StringEquals', ['B'], 'allowed'],
    ['StringEquals', ['A#1'], 'denied'],
    ['StringEquals', undefined, 'denied'],
    ['StringEqualsIfExists', undefined, 'allowed'],
    ['StringEqualsIfExists', ['C'], 'denied'],
  ])('%s of %j is %s', (operator, keys, decision) => {
    expect(decisionBy(operator, keys)).toBe(decision);
  });

  test('all conditions of a statement', () => {
    const tags = { StringEquals: { 'aws:RequestTag/site': 'fanfare', 'aws:RequestTag/stage': 'dev' } };
    const tagged = [{ Effect: 'Allow', Action: '*', Resource: '*', Condition: tags }] as const;
    const site = { 'aws:RequestTag/site': 'fanfare' };
    expect(evaluate(tagged, request('ivs:CreateChannel', '*', site))).toBe('denied');
    const both = { ...site, 'aws:RequestTag/stage': 'dev' };
    expect(evaluate(tagged, request('ivs:CreateChannel', '*', both))).toBe('allowed');
  });
});

describe('knows no', () => {
  it.each<[string, object, string]>([
    [
      'other operator',
      { Condition: { IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } } },
      'no condition operator IpAddress',
    ],
    [
      'other key',
      { Condition: { StringEquals: { 'aws:SourceVpc': 'vpc' } } },
      'no condition key aws:SourceVpc',
    ],
    ['policy variable', { Resource: 'arn:aws:s3:::fans/${aws:userid}' }, 'no policy variables'],
    ['statement without a resource', { Resource: undefined }, 'needs an action and a resource'],
  ])('%s', (_, change, message) => {
    expect(faultOf({ ...PICTURES, ...change })).toContain(message);
  });
});
