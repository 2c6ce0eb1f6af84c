import { afterAll } from 'vitest';
import type { Table } from '#functions/aws/table/table.ts';
import { newFolder } from '../runner/temporary-folder.ts';
import { startAndOpenTable } from './imported-table.ts';

/**
 * Opens an empty table for the tests of a file, and closes it after them. For the top of the file:
 * `const table = await localTable()`.
 */
export async function localTable(): Promise<Table> {
  const { table, close } = await startAndOpenTable(newFolder());
  afterAll(close);
  return table;
}
