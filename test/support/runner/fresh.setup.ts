/**
 * Runs before each test file of a project whose files share their workers: `node_modules` stay loaded between files;
 * our own modules, the environment and the clock are reset.
 */
import { vi } from 'vitest';

interface Shared {
  firstEnvironment?: NodeJS.ProcessEnv;
}

// Each file of screens has globals of its own.
const shared = process as Shared;
shared.firstEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in shared.firstEnvironment)) delete process.env[name];
Object.assign(process.env, shared.firstEnvironment);
vi.resetModules();
vi.useRealTimers();
