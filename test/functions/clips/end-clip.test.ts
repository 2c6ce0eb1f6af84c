import { ulid } from 'ulid';
import { expect, it } from 'vitest';
import { type ClipCleanupDeps, deleteClipsOfChannel } from '#functions/clips/end-clip.service.ts';

it('begins no clip once time has run out, and leaves the rest to the next run', async () => {
  const clips = { list: async () => ({ items: [{ id: ulid() }], next: undefined }) };
  const deps = { clips } as unknown as ClipCleanupDeps;
  expect(await deleteClipsOfChannel(deps, { id: ulid(), hasTime: () => false })).toBe(false);
});
