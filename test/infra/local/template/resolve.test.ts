import { describe, expect, it } from 'vitest';
import type { Template } from '#infra/agreed/template.ts';
import { resolverOf, type ResolverOptions } from '#infra/local/template/resolve.ts';

const template: Template = {
  Resources: {
    Table: { Type: 'AWS::DynamoDB::GlobalTable' },
    Alarm: { Type: 'AWS::CloudWatch::Alarm' },
  },
  Parameters: { Version: { Default: '6' }, Size: { Default: 'small' } },
  Conditions: {
    IsSmall: { 'Fn::Equals': [{ Ref: 'Size' }, 'small'] },
    IsOther: { 'Fn::Not': [{ Condition: 'IsSmall' }] },
    IsBoth: { 'Fn::And': [{ Condition: 'IsSmall' }, { Condition: 'IsOther' }] },
    IsEither: { 'Fn::Or': [{ Condition: 'IsSmall' }, { Condition: 'IsOther' }] },
  },
};

const resolve = (value: unknown, options: Partial<ResolverOptions> = {}) =>
  resolverOf({
    template,
    physical: (id) => (id === 'Table' ? { ref: 'fans', attributes: { Arn: 'arn:fans' } } : undefined),
    pseudo: { 'AWS::Region': 'eu-west-1' },
    ...options,
  })(value, 'Here');

describe('resolves', () => {
  it.each([
    ['a reference', { Ref: 'Table' }, 'fans'],
    ['a pseudo parameter', { Ref: 'AWS::Region' }, 'eu-west-1'],
    ["a parameter's default", { Ref: 'Version' }, '6'],
    ['an attribute', { 'Fn::GetAtt': ['Table', 'Arn'] }, 'arn:fans'],
    ['an attribute in one text', { 'Fn::GetAtt': 'Table.Arn' }, 'arn:fans'],
    ['a join', { 'Fn::Join': ['/', ['a', { Ref: 'Table' }]] }, 'a/fans'],
    [
      'a substitution',
      { 'Fn::Sub': '${AWS::Region}:${Table}:${Table.Arn}:${!kept}' },
      'eu-west-1:fans:arn:fans:${kept}',
    ],
    [
      'a substitution with values of its own',
      { 'Fn::Sub': ['${a}-${Table}', { a: { Ref: 'Version' } }] },
      '6-fans',
    ],
    [
      'a part of a split',
      { 'Fn::Select': ['1', { 'Fn::Split': [':', { 'Fn::GetAtt': ['Table', 'Arn'] }] }] },
      'fans',
    ],
    ['a choice by a condition', { 'Fn::If': ['IsSmall', 'yes', { Ref: 'Alarm' }] }, 'yes'],
    ['a choice by a negation', { 'Fn::If': ['IsOther', 'yes', 'no'] }, 'no'],
    ['a choice by all conditions', { 'Fn::If': ['IsBoth', 'yes', 'no'] }, 'no'],
    ['a choice by any condition', { 'Fn::If': ['IsEither', 'yes', 'no'] }, 'yes'],
    ['lists and objects', { a: [{ Ref: 'Table' }, 1, true] }, { a: ['fans', 1, true] }],
    ['a property without a value', { a: { Ref: 'AWS::NoValue' }, b: [{ Ref: 'AWS::NoValue' }] }, { b: [] }],
  ])('%s', (_, value, expected) => {
    expect(resolve(value)).toEqual(expected);
  });

  it('a secret whose name is joined', () => {
    const value = { 'Fn::Join': ['', ['{{resolve:secretsmanager:', { Ref: 'Table' }, ':SecretString:::}}']] };
    expect(resolve(value, { secret: (id) => `secret of ${id}` })).toBe('secret of fans');
  });

  it('the output of another stack', () => {
    const value = { 'Fn::GetStackOutput': { StackName: 'Guard', OutputName: 'Arn' } };
    expect(resolve(value, { stackOutput: (stack, output) => `${stack}.${output}` })).toBe('Guard.Arn');
  });
});

describe('refuses, with the path,', () => {
  it.each([
    [
      'a resource that does not exist on one machine',
      { a: { Ref: 'Alarm' } },
      'One machine has no Alarm at Here.a.Ref',
    ],
    [
      'an unknown attribute',
      { 'Fn::GetAtt': ['Table', 'Id'] },
      'One machine has no Table.Id at Here.Fn::GetAtt',
    ],
    ['an unknown function', { a: [{ 'Fn::Cidr': [] }] }, 'The function Fn::Cidr is not known at Here.a[0]'],
    ['an unknown condition', { 'Fn::If': ['IsBig', 1, 2] }, 'There is no condition IsBig at Here.Fn::If'],
    ['an unknown dynamic reference', '{{resolve:ssm:name}}', '"{{resolve:ssm:name}}" is not known at Here'],
    ['a string instead of a list', { 'Fn::Join': ['', 'a'] }, 'No list stands at Here.Fn::Join'],
    ['an object instead of a string', { 'Fn::Join': [{}, []] }, 'No text stands at Here.Fn::Join'],
  ])('%s', (_, value, message) => {
    expect(() => resolve(value)).toThrow(message);
  });
});
