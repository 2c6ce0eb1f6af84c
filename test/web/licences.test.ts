import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What `npm run build` has written; `npm test` builds before it tests. */
const NOTICES = join(import.meta.dirname, '../../web/dist/licences.json');

describe('the notices of the build', () => {
  it.each(['react', 'hls.js', 'mediabunny', '@mediabunny/aac-encoder'])(
    'contain %s with its whole licence',
    (name) => {
      const notices = JSON.parse(readFileSync(NOTICES, 'utf8')) as { name: string; text?: string }[];
      expect(notices.filter((notice) => notice.name === name)).toEqual([
        expect.objectContaining({ text: expect.stringMatching(/licen[cs]e|permission/i) }),
      ]);
    },
  );
});
