/**
 * Runs before each test file of a project whose files share their workers: what comes from `node_modules` stays loaded,
 * and warm, from one file to the next; our own modules, the environment and the clock are reset for each.
 */
import { vi } from 'vitest';

interface Shared {
  firstEnvironment?: NodeJS.ProcessEnv;
}

const shared = globalThis as Shared;
shared.firstEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in shared.firstEnvironment)) delete process.env[name];
Object.assign(process.env, shared.firstEnvironment);
vi.resetModules();
vi.useRealTimers();
