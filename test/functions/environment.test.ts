import { describe, expect, it } from 'vitest';
import { readEnvironment } from '#functions/environment.ts';
import { lambdas, type LambdaName } from '#functions/lambdas.ts';

const names = Object.keys(lambdas) as LambdaName[];

describe('the environment of a Lambda', () => {
  it.each(names)('of %s has exactly the variables of the Lambda table', (name) => {
    const declared = lambdas[name].environment.map((variable) => [variable, `value of ${variable}`]);
    const env = { ...Object.fromEntries(declared), PATH: '/bin', SOMETHING_ELSE: 'x' };
    expect(readEnvironment(name, env)).toEqual(Object.fromEntries(declared));
  });

  it('that lacks variables stops the start and names all of them', () => {
    expect(() => readEnvironment('events', {})).toThrow(
      "Lambda 'events' lacks environment: STAGE, TABLE_NAME",
    );
    const [first, ...others] = lambdas.accounts.environment;
    expect(() => readEnvironment('accounts', { [first]: 'here' })).toThrow(
      `Lambda 'accounts' lacks environment: ${others.join(', ')}`,
    );
  });

  it('may contain an empty value', () => {
    const env = Object.fromEntries(lambdas.publishing.environment.map((variable) => [variable, '']));
    expect(readEnvironment('publishing', env)).toEqual(env);
  });
});

describe('the table of Lambdas', () => {
  it.each(names)('gives %s its stage name for metrics', (name) => {
    expect(lambdas[name].environment).toContain('STAGE');
  });

  it('assigns each feature to one Lambda', () => {
    const features = names.flatMap((name): readonly string[] => lambdas[name].features);
    expect(new Set(features).size).toBe(features.length);
  });
});
