/** The project's folder, what its programs run with, and how the set-up speaks. */
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const bin = join(root, 'node_modules', '.bin');
export const environment = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

export function say(text) {
  console.log(text);
}

export function stop(text, status = 1) {
  console.error(text);
  process.exit(status);
}
