import { readFileSync, writeFileSync } from 'node:fs';
import { withMutant, type Mutant } from './mutations.ts';

/** Writes a file with its fault. Returns what writes it as it was, which also happens when the process ends. */
export function planted(mutant: Mutant): () => void {
  const source = readFileSync(mutant.path, 'utf8');
  const restore = (): void => {
    process.off('exit', restore);
    writeFileSync(mutant.path, source);
  };
  process.once('exit', restore);
  writeFileSync(mutant.path, withMutant(source, mutant));
  return restore;
}
