/** CloudFront's JavaScript engine, as packaged by Debian: see "Functions at the edge" in docs/decisions/testing.md. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EdgeEvent } from '#infra/agreed/edge/edge-event.ts';
import { newFolder } from '../../runner/temporary-folder.ts';

/** Replaces CloudFront's module. Its methods return promises, as there. */
const storeOf = (keys: readonly string[]): string => `
const keys = ${JSON.stringify(keys)};
export default { kvs: () => ({ exists: (key) => Promise.resolve(keys.includes(key)) }) };
`;

/** Appended to the deployed code; passes it one event after another. */
const driverFor = (folder: string): string => `
(function () {
  const fs = require('fs');
  const answers = [];
  JSON.parse(fs.readFileSync('${join(folder, 'events.json')}', 'utf8'))
    .reduce((before, event) => before.then(() => handler(event)).then((answer) => { answers.push(answer); }), Promise.resolve())
    .then(() => fs.writeFileSync('${join(folder, 'answers.json')}', JSON.stringify(answers)));
})();
`;

/** Runs a function's deployed code once per event. `keys` are those in its key-value store. Throws njs's errors. */
export function inNjs(code: string, events: readonly EdgeEvent[], keys: readonly string[] = []): unknown[] {
  const folder = newFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('cloudfront', storeOf(keys));
  write('events.json', JSON.stringify(events));
  write('function.js', code + driverFor(folder));
  const program = ['-p', folder, join(folder, 'function.js')];
  const { status, stdout, stderr, error } = spawnSync('njs', program, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0 || stdout + stderr !== '') throw new Error(`njs: ${stdout}${stderr}`);
  return JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as unknown[];
}

/** The same for one event. */
export const oneInNjs = <A>(code: string, event: EdgeEvent, keys: readonly string[] = []): A =>
  inNjs(code, [event], keys)[0] as A;
