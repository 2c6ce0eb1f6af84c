/** Commands that people copy, from the documentation and from our own commands' output. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsIn } from '#infra/cloud/stage/context.ts';
import packageJson from '#package.json' with { type: 'json' };
import { awsFaults, dashed } from '#test/support/docs/aws-cli.ts';

/** The words of the shell command at the beginning of a text, up to what ends it: `|`, `;`, `&`, `)`, a comment or a line's end. */
function shellWords(text: string): string[] {
  // A placeholder of the docs: `<its ARN>`.
  const rest = text.replaceAll(/<[^<>\n]*>/g, 'GIVEN');
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < rest.length; at++) {
    const letter = rest[at]!;
    if (letter === '\\') {
      at += 1;
      if (rest[at] !== '\n') word = (word ?? '') + (rest[at] ?? '');
    } else if (letter === "'" || letter === '"') {
      const end = endOfQuote(rest, at);
      word = (word ?? '') + (letter === '"' ? unescaped(rest.slice(at + 1, end)) : rest.slice(at + 1, end));
      at = end;
    } else if (/[\s|;&)]/.test(letter) || (letter === '#' && word === undefined)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      if (!/[ \t]/.test(letter)) break;
    } else word = (word ?? '') + letter;
  }
  return word === undefined ? words : [...words, word];
}

/** In double quotes, a substitution `$(…)` may have quotes of its own. */
function endOfQuote(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === '\\') at += 1;
    else if (quote === '"' && text.startsWith('$(', at)) at = endOfSubstitution(text, at + 2);
    else if (text[at] === quote) return at;
  }
  return text.length;
}

function endOfSubstitution(text: string, start: number): number {
  for (let at = start, depth = 1; at < text.length; at++) {
    if (text[at] === "'") at = text.indexOf("'", at + 1);
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\(["\\$`])/g, '$1').replaceAll(/\$\([^]*?\)'?\)?/g, 'GIVEN');

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Found {
  readonly text: string;
  readonly words: string[];
}

/** In Markdown: commands in backticks or shell blocks. */
function inDocs(begin: RegExp): Found[] {
  return globSync(['README.md', 'docs/*.md', 'docs/decisions/*.md'], { cwd: ROOT }).flatMap((path) => {
    const blocks: string[] = [];
    const prose = read(path).replaceAll(
      /^ *```(\w*)\n([^]*?)^ *```/gm,
      (_, language: string, block: string) => {
        if (language === 'sh') blocks.push(block);
        return '';
      },
    );
    const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
    return [...blocks, ...spans].flatMap((text) => commandsIn(text, begin));
  });
}

/** In sources: commands in strings, with `GIVEN` for interpolated values. */
const inSources = (begin: RegExp): Found[] =>
  globSync(['operate/**/*.ts', 'infra/cloud/**/*.ts'], { cwd: ROOT })
    .flatMap((path) => read(path).match(/'[^'\n]*'|`[^`]*`/g) ?? [])
    .flatMap((text) => commandsIn(text.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, 'GIVEN'), begin));

const commandsIn = (text: string, begin: RegExp): Found[] =>
  [...text.matchAll(begin)].map(({ index, 0: first }) => {
    const command = text.slice(index + first.length);
    const piped = text.slice(0, index).endsWith('xargs ') ? ['GIVEN'] : [];
    return {
      text: first.trim() + ' ' + command.split('\n')[0]!.slice(0, 100),
      words: [...shellWords(command), ...piped],
    };
  });

describe('commands of the AWS CLI', () => {
  // At the start of a line, or in a command substitution.
  const AWS = /(?<=^|[\n(|&;] *|\bdo |\bxargs )aws (?=[a-z\d-]+ [a-z\d-]+)/g;
  const found = [...inDocs(AWS), ...inSources(AWS)];

  test('are found', () => {
    expect(found.length).toBeGreaterThan(50);
  });

  test.each(found)('$text is a valid AWS CLI command', ({ words }) => {
    expect(awsFaults(words)).toEqual([]);
  });

  test.each([
    ['wafv2 get-sampled-requests --scope CLOUDFRONT', ['GetSampledRequests lacks --web-acl-arn']],
    ['wafv9 get-ip-set', ['there is no service wafv9']],
    ['ivs list-stream', ['ivs has no operation list-stream']],
    ['ivs list-streams --limit 3', ['ListStreams has no option --limit']],
    ['ivs list-streams all', ["'all' belongs to no option"]],
    ['ivs get-stream --channel-arn', ['--channel-arn has 0 values']],
    ['sqs purge-queue', ['PurgeQueue lacks --queue-url']],
    ['dynamodb wait table-there --table-name a', ['dynamodb has no waiter table-there']],
    ['cloudformation wait stack-exists --stack a', ['DescribeStacks has no option --stack']],
    ['mediaconvert list-jobs --status BROKEN', ['--status is none of']],
    [
      'wafv2 get-sampled-requests --scope CLOUDFRONT --web-acl-arn a --rule-metric-name b --max-items 3 --time-window StartTime=a,Until=b',
      ['--time-window has no Until', '--time-window lacks EndTime'],
    ],
  ])('%s is refused', (command, faults) => {
    expect(awsFaults(shellWords(command))).toEqual(
      expect.arrayContaining(faults.map((fault) => expect.stringContaining(fault) as string)),
    );
  });

  test.each([
    ['ListWebACLs', 'list-web-acls'],
    ['WebACLArn', 'web-acl-arn'],
    ['GetIPSet', 'get-ip-set'],
    ['ResourceARNs', 'resource-arns'],
    ['reservedConcurrentExecutions', 'reserved-concurrent-executions'],
  ])('the CLI calls %s %s', (name, option) => {
    expect(dashed(name)).toBe(option);
  });
});

describe('commands of ours', () => {
  const found = inDocs(/(?<=^|[\n(|&;] *|\w=\S+ )npm run (?=[a-z])/g).map((one) => one.words);

  test('are found', () => {
    expect(found.length).toBeGreaterThan(60);
  });

  test.each(found.map((words) => [words.join(' '), words] as const))('npm run %s exists', (_, words) => {
    const [name = '', , ...args] = words;
    expect(Object.keys(packageJson.scripts)).toContain(name);
    const script = packageJson.scripts[name as keyof typeof packageJson.scripts];
    for (const option of args.flatMap((word) => /^--([\w-]+)/.exec(word)?.[1] ?? []))
      expect(optionsOf(script), option).toContain(option);
    const settings = args.flatMap((word, at) => (word === '-c' ? [(args[at + 1] ?? '').split('=')] : []));
    // Throws for an unknown name.
    for (const [setting = '', value] of settings.filter(([one]) => one !== 'name'))
      settingsIn({ [setting]: value });
  });

  test('an option that a program does not read is rejected', () => {
    expect(optionsOf(packageJson.scripts.remove)).toContain('forget');
    expect(optionsOf(packageJson.scripts.remove)).not.toContain('stage');
  });
});

/** Returns the options that a program's sources read or print: `--forget`, or a key of `parseArgs`. */
function optionsOf(script: string): string[] {
  const [, entry = ''] = /^node (?:--\S+ )*(\S+\.ts)/.exec(script) ?? [];
  if (!entry || !existsSync(join(ROOT, entry))) return [];
  const own = [entry, ...globSync(`${entry.replace(/\.ts$/, '')}/**/*.ts`, { cwd: ROOT })];
  // `unblock` is a part of `block`.
  const paths = own.flatMap((path) => [
    path,
    ...read(path)
      .matchAll(/'\.\/([\w-]+\/[\w-]+\.ts)'/g)
      .map(([, name]) => `operate/${name}`),
  ]);
  const sources = paths
    .filter((path) => existsSync(join(ROOT, path)))
    .map(read)
    .join('\n');
  return [...sources.matchAll(/--([a-z][\w-]*)|'?\b([a-z][\w-]*)'?: \{ type: /g)].map(
    ([, printed, key]) => printed ?? key!,
  );
}
