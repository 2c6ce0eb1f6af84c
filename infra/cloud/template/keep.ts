import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptResources } from './kept.ts';
import { Schemas } from './schema.ts';
import { synthesize } from './synthesize.ts';

/** `npm run keep`: records the state of resources that hold data (docs/runbook.md, "What must not change"). */
const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'fanfare-keep-'));
try {
  const kept = keptResources(synthesize(root, folder).values(), new Schemas());
  writeFileSync(join(root, 'infra/cloud/kept.json'), `${JSON.stringify(kept, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
