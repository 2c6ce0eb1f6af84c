import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberBefore, rowsByTime } from '#functions/browser-stream/table/rows-by-time.repository.ts';
import { broadcastItems, compatibleId, directId } from '#test/support/api/reads/broadcast-items.ts';
import { type OpenedTable, startImportedTable } from '#test/support/stand-ins/imported-table.ts';
import { measureUnits, type UnitsOf } from '#test/support/api/table/read-units.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';

const HOUR_S = 60 * 60;

describe('the search by time', () => {
  const aRow = fc.record({
    skipped: fc.oneof(fc.constant(0), fc.nat(200)),
    lengthMs: fc.integer({ min: 450, max: 4000 }),
    gapMs: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.nat(3_600_000)),
  });

  it('ends shortly before the time, in any broadcast, in a bounded number of reads', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aRow, { minLength: 1, maxLength: 400 }),
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        async (shape, share) => {
          let [number, endMs] = [-1, 0];
          const rows = shape.map(({ skipped, lengthMs, gapMs }) => {
            number += 1 + skipped;
            const startMs = endMs + gapMs;
            endMs = startMs + lengthMs;
            return { number, startMs };
          });
          const atMs = endMs * share;
          let reads = 0;
          const from = await numberBefore(atMs, rows.at(-1)!, async (first) => {
            reads += 1;
            return rows.find((row) => row.number >= first);
          });
          expect(reads).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(number + 2)));
          const before = rows.filter(({ startMs }) => startMs <= atMs);
          expect(from).toBeLessThanOrEqual(before.at(-1)?.number ?? 0);
          // Not more than a page of rows is read in vain.
          expect(before.filter((row) => row.number > from).length).toBeLessThanOrEqual(24);
        },
      ),
    );
  });
});

describe('a part of a long broadcast', () => {
  let opened: OpenedTable;
  let unitsOf: UnitsOf;

  beforeAll(async () => {
    function* items() {
      for (const hours of [1, 8]) yield* broadcastItems(hours * HOUR_S, 'SOMEBODY', hours);
    }
    opened = await startImportedTable(newFolder(), items());
    unitsOf = measureUnits(opened.table);
  }, 120_000);
  afterAll(() => opened?.close());

  /** The units of thirty seconds: near the beginning, in the middle and near the end. */
  async function unitsAt(kind: 'segmentsBetween' | 'windowsBetween', id: string, hours: number) {
    const rows = rowsByTime({ ...opened.table, isConsistent: false });
    const units: number[] = [];
    for (const atS of [60, (hours * HOUR_S) / 2, hours * HOUR_S - 60]) {
      const range = { fromMs: atS * 1000, untilMs: (atS + 30) * 1000 };
      units.push(
        await unitsOf(async () => {
          const found = await rows[kind](id, range);
          expect(found[0]!.startMs).toBeLessThanOrEqual(range.fromMs);
          expect(found.at(-1)!.startMs).toBeGreaterThan(range.untilMs);
        }),
      );
    }
    return units;
  }

  it.each([1, 8])('of segments costs the same after %i h', async (hours) => {
    expect(await unitsAt('segmentsBetween', directId(hours), hours)).toEqual([3.5, 3.5, 3.5]);
  });

  it.each([1, 8])('of windows costs the same after %i h', async (hours) => {
    expect(await unitsAt('windowsBetween', compatibleId(hours), hours)).toEqual([2.5, 2.5, 2]);
  });
});
