/** Runs before each file of the project `mirrored`: each new table gets a mirror, and a test with differences fails. */
import { afterEach, vi } from 'vitest';
import type * as doorModule from '#infra/local/table/table-proxy.ts';
import type { Mirror } from './mirror.ts';

const mirrors = new Set<Mirror>();

vi.mock('#infra/local/table/table-proxy.ts', async (importOriginal) => {
  const door = await importOriginal<typeof doorModule>();
  const { startMirror } = await import('./mirror.ts');
  const { callsOf } = await import('./wire.ts');
  const startDoor: typeof door.startTableProxy = async (options) => {
    // Imported data, and data from before a restart, would be missing in the mirror.
    const { body } = await callsOf(options.database)('ListTables', {});
    if ((body['TableNames'] as string[]).length > 0) return door.startTableProxy(options);
    const mirror = await startMirror(options.database);
    mirrors.add(mirror);
    const listening = await door.startTableProxy({ ...options, database: mirror.endpoint });
    const close = async (): Promise<void> => {
      await listening.close();
      await mirror.close();
      mirrors.delete(mirror);
    };
    return { ...listening, close };
  };
  return { ...door, startDoor };
});

afterEach(() => {
  const differences = [...mirrors].flatMap((mirror) => mirror.takeDifferences());
  if (differences.length > 0) throw new Error(`Databases differ:\n${differences.join('\n')}`);
});
