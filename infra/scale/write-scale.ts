/** `npm run scale`: writes the tables of docs/scale.md, of what `npm run bench -- cost` has counted. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import counts from './counts.json' with { type: 'json' };
import { withTables } from './document.ts';

const DOCS = join(import.meta.dirname, '../../docs');

const document = join(DOCS, 'scale.md');
writeFileSync(document, withTables(readFileSync(document, 'utf8'), counts));
