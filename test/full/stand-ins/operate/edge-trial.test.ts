/** The trial of the edge functions, with a fake `aws` that stores and runs them. */
import { delimiter } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tryEdgeFunctions } from '#operate/deploy/edge-trial.ts';
import { synthesisedSite, type SynthesisedSite } from '#operate/deploy/synthesised-site.ts';
import { assemblyOf, fakeAccount } from '#test/support/site/stack/fake-account.ts';
import { fakeEdge } from '#test/support/site/stack/fake-edge.ts';
import { fakePrograms, type FakePrograms } from '#test/support/site/stack/fake-programs.ts';

const { edgeFunctions, ...site } = synthesisedSite(assemblyOf({}));
const functionOf = (name: string) => edgeFunctions.find(({ id }) => id.startsWith(`Website${name}`))!;
/** A function with two events. */
const page = functionOf('PageResponse');

let programs: FakePrograms;
beforeEach(() => {
  programs = fakePrograms();
  fakeAccount(programs, {}, fakeEdge(programs.folder));
  vi.stubEnv('PATH', [programs.folder, process.env['PATH']].join(delimiter));
});

async function tried(some: SynthesisedSite['edgeFunctions'] = edgeFunctions) {
  const said: string[] = [];
  const isWell = await tryEdgeFunctions({ ...site, edgeFunctions: some }, (words) => said.push(words));
  return { isWell, said: said.join('\n') };
}
const verbs = () => programs.calls('aws').map((call) => call.split(' ')[1]);
const kept = () => {
  const count = (verb: string) => verbs().filter((one) => one === verb).length;
  return count('create-function') - count('delete-function');
};
const withCode = (code: string) => [{ ...page, code }];

describe('the trial of the edge functions', () => {
  it('runs each with its kind of events, and leaves nothing', async () => {
    expect(edgeFunctions.map(({ eventType, usesStore }) => [eventType, usesStore])).toEqual(
      expect.arrayContaining([
        ['viewer-request', false],
        ['viewer-response', false],
        ['viewer-request', true],
      ]),
    );
    const { isWell, said } = await tried();
    expect(said.split('\n')).toEqual(
      edgeFunctions.map(({ id }) => `ok:      ${id} uses 12 % of its time limit at the edge.`),
    );
    expect([isWell, kept()]).toEqual([true, 0]);
    expect(verbs().filter((verb) => verb === 'test-function')).toHaveLength(3 * 5 + 2);
  });

  it('gives a function the store of the site, if there is one', async () => {
    const ARN = 'arn:aws:cloudfront::111122223333:key-value-store/1';
    fakeAccount(
      programs,
      { 'cloudfront describe-key-value-store': { KeyValueStore: { ARN } } },
      fakeEdge(programs.folder),
    );
    expect(await tried([functionOf('MediaRequest')])).toMatchObject({ isWell: true });
    const made = programs.calls('aws').find((call) => call.startsWith('cloudfront create-function'));
    expect(made).toContain(`"KeyValueStoreARN":"${ARN}"`);
    expect(programs.calls('aws')[0]).toContain('--name Fanfare-dev-eu-west-1-DeniedMedia');
  });

  it('tests it with an empty store if there is none yet, or if the CLI is too old for stores', async () => {
    for (const reason of [
      'An error occurred (EntityNotFound)',
      "argument operation: Invalid choice: 'describe-…'",
    ]) {
      fakeAccount(programs, { 'cloudfront describe-key-value-store': reason }, fakeEdge(programs.folder));
      expect(await tried([functionOf('MediaRequest')]), reason).toMatchObject({ isWell: true });
    }
  });

  it('rejects code that CloudFront cannot run', async () => {
    const { isWell, said } = await tried(withCode('function handler(event) { return missing(event); }'));
    expect([isWell, said, kept()]).toEqual([
      false,
      expect.stringMatching(/^error: .*ReferenceError: missing is not defined/),
      0,
    ]);
  });

  it('rejects a function whose result differs from Node’s', async () => {
    const answer = "typeof process === 'undefined' ? '/a' : '/b'";
    const wrong = fakeEdge(programs.folder).replace("['event'])", "['event', 'process'])");
    fakeAccount(programs, {}, wrong);
    const code = `function handler(event) { event.request.uri = ${answer}; return event.request; }`;
    const { isWell, said } = await tried(withCode(code));
    expect([isWell, said]).toEqual([false, expect.stringContaining('answers {"uri":"/a"')]);
  });

  it('uses the better of two runs, warns at half of a function’s time limit, and fails near the limit', async () => {
    const used = async (...utilization: number[]) => {
      programs = fakePrograms();
      vi.stubEnv('PATH', [programs.folder, process.env['PATH']].join(delimiter));
      fakeAccount(programs, {}, fakeEdge(programs.folder, utilization));
      const { isWell, said } = await tried([page]);
      return [isWell, said.split(':')[0]];
    };
    expect(await used(95, 20)).toEqual([true, 'ok']);
    expect(await used(60, 55, 20, 20)).toEqual([true, 'warning']);
    expect(await used(90, 85, 20, 20)).toEqual([false, 'error']);
  });

  it('removes the remains of an interrupted trial', async () => {
    const leaves = fakeEdge(programs.folder).replace('fs.rmSync(stored);', '');
    fakeAccount(programs, {}, leaves);
    await tried([page]);
    fakeAccount(programs, {}, fakeEdge(programs.folder));
    expect(await tried([page])).toMatchObject({ isWell: true });
  });

  it('continues if the deployer may not run trials', async () => {
    const refuses =
      "if (args[1] === 'create-function') { console.error('(AccessDenied) no'); process.exit(254); }";
    fakeAccount(programs, {}, refuses + fakeEdge(programs.folder));
    const { isWell, said } = await tried([page]);
    expect([isWell, said]).toEqual([true, expect.stringMatching(/^warning: .*could not be tested/)]);
  });
});
