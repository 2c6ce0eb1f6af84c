import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** Returns a new folder that is deleted when the test file ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-test-'));
  folders.push(folder);
  return folder;
}

/** Writes a file, and creates its parent folders. */
export function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
