import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import counts from '../../../infra/scale/counts.json' with { type: 'json' };
import { withTables } from '../../../infra/scale/document.ts';
import { drawScale } from '../../../infra/scale/picture.ts';
import { loadOf, scaleOf, SIZES, WAYS } from '../../../infra/scale/scale.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../../docs', path), 'utf8');

describe('the cost model', () => {
  it('is in the document and picture as `npm run scale` writes them', () => {
    const document = read('scale.md');
    expect(withTables(document, counts)).toBe(document);
    expect(drawScale(counts)).toBe(read('images/scale.svg'));
  });

  it.each(WAYS)('of %s grows more slowly than its viewers', (way) => {
    const [small, , large] = SIZES.map((viewers) => scaleOf(counts, way, viewers));
    expect(large!.dollarsAnHour).toBeGreaterThan(small!.dollarsAnHour);
    expect(large!.dollarsAnHour / SIZES[2]).toBeLessThanOrEqual(small!.dollarsAnHour / SIZES[0] + 1e-9);
  });

  it('has no more origin requests for more viewers of the same stream', () => {
    const [few, many] = [2_000, 100_000].map((viewers) => loadOf(counts, 'direct', viewers).each);
    expect(many).toEqual(few);
  });

  it('names the fullest quota first', () => {
    const { bites } = scaleOf(counts, 'software', 10_000);
    expect(bites[0]).toMatchObject({
      quota: { name: 'IVS: concurrent streams' },
      ratio: 1,
      atViewers: 10_000,
    });
    expect(bites.map(({ ratio }) => ratio)).toEqual(
      bites.map(({ ratio }) => ratio).toSorted((a, b) => b - a),
    );
  });
});
