/** Runs before test files whose viewers may not stall: one of them has the machine, before all that gives way, at a time. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, vi } from 'vitest';
import { lockDataDir } from '../../infra/local/system/lock.ts';

/** As long as all of them take together, on a slow machine. */
const PATIENCE_MS = 30 * 60_000;

const folder = join(import.meta.dirname, '../../node_modules/.cache/fanfare-turn');
mkdirSync(folder, { recursive: true });
const turn = await vi.waitFor(() => lockDataDir(folder), { timeout: PATIENCE_MS, interval: 200 });
afterAll(() => turn.release());
