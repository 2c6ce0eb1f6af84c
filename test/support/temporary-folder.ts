import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A new folder, gone when the test file ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-test-'));
  folders.push(folder);
  return folder;
}
