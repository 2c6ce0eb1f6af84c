import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestModule } from 'vitest/node';
import { nameOf } from './test-names.ts';

/** Prints after `npm run test:aws` how AWS differs from the stand-ins, and what could not be tested there. */
export class OnAwsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const suites = modules.filter(({ project }) => project.name === 'on-aws');
    if (suites.length > 0) console.log(differences(suites));
  }
}

function differences(suites: readonly TestModule[]): string {
  const tests = suites.flatMap((module) => [...module.children.allTests()]);
  const of = (state: string) => tests.filter((test) => test.result().state === state);
  const alike = of('passed').length;
  const failed = of('failed').map((test) => reported(nameOf(test), test.result().errors));
  const unasked = suites.flatMap((module) =>
    module.errors().length > 0 ? [reported(nameOf(module), module.errors())] : [],
  );
  return [
    `\nCompared with AWS: ${alike} tests had the same result as with the stand-ins, ${of('skipped').length} were skipped.`,
    ...listed('What AWS does differently', failed),
    ...listed('What could not be tested or removed', unasked),
    '',
  ].join('\n');
}

interface Reported {
  readonly message: string;
  readonly diff?: string;
}

/** Returns the failures of a test or file: the stand-in's behaviour with `-`, AWS's with `+`. */
function reported(name: string, errors: readonly Reported[] = []): string {
  const { message = '', diff = '' } = errors[0] ?? {};
  const changed = stripVTControlCharacters(diff)
    .split('\n')
    .filter((line) => CHANGED.test(line));
  return [`  ${name}`, ...[message.split('\n')[0], ...changed].map((line) => `    ${line}`)].join('\n');
}

const CHANGED = /^[-+] (?!Expected$|Received$)/;

const listed = (title: string, lines: readonly string[]): string[] => [
  `${title}: ${lines.length === 0 ? 'nothing' : lines.length}`,
  ...lines,
];
