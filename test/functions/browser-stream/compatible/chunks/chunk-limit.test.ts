import { expect, it } from 'vitest';
import { chunkEndMs } from '#functions/browser-stream/compatible/chunks/chunk-limit.ts';

it('the end of a chunk counts from the start of its recording', () => {
  const broadcast = { recordings: [{ fromSeq: 5, fromMs: 30_000 }] };
  expect([0, 4, 5, 6].map((seq) => chunkEndMs(broadcast, seq))).toEqual([2000, 10_000, 32_000, 34_000]);
});
