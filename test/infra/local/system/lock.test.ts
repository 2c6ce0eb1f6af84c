import { describe, expect, it } from 'vitest';
import { lockDataDir } from '#infra/local/system/lock.ts';
import { startChild } from '#test/support/runner/child.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

describe('a data folder’s lock', () => {
  it('belongs to one site, and the second gets an explanatory error', () => {
    const folder = newFolder();
    const lock = lockDataDir(folder);
    expect(() => lockDataDir(folder)).toThrow(
      `Another Fanfare is running on ${folder}. Stop it, or set DATA_DIR to another folder.`,
    );
    lock.release();
  });

  it('is free after its release, even after failed attempts', () => {
    const folder = newFolder();
    for (let round = 0; round < 3; round++) {
      const lock = lockDataDir(folder);
      expect(() => lockDataDir(folder)).toThrow('Another Fanfare');
      lock.release();
    }
  });

  it('does not lock another folder', () => {
    const locks = [lockDataDir(newFolder()), lockDataDir(newFolder())];
    expect(locks).toHaveLength(2);
    for (const lock of locks) lock.release();
  });

  it('is free after its site was killed', async () => {
    const folder = newFolder();
    const child = startChild(`
      const { lockDataDir } = await import('./infra/local/system/lock.ts');
      globalThis.lock = lockDataDir(${JSON.stringify(folder)});
      console.log('locked');
      setInterval(() => {}, 1000);
    `);
    expect(await child.nextLine()).toBe('locked');
    expect(() => lockDataDir(folder)).toThrow('Another Fanfare');
    await child.kill();
    lockDataDir(folder).release();
  });
});
