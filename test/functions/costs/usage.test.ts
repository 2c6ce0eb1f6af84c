/** What receipts say beside what the bench counted, so that neither goes astray from the other. */
import { expect, it } from 'vitest';
import counts from '#infra/scale/counts.json' with { type: 'json' };
import { broadcasterAmounts } from '#infra/scale/counts.ts';
import { dollarsOf } from '#functions/costs/prices.ts';
import type { Use } from '#functions/costs/usage.ts';
import { dollarsOfUse } from '#functions/costs/usage.ts';

const CAMERA = {
  kind: 'camera',
  storedSegments: 0,
  storedChunks: 0,
  windowMs: 4000,
  keepsReplay: false,
} as const;
const HOURS = {
  direct: { ...CAMERA, storedSegments: 3600 },
  compatible: { ...CAMERA, storedChunks: 1800 },
  software: { kind: 'software', receivedMs: 3_600_000, keepsReplay: false },
} as const satisfies Record<keyof typeof counts.broadcasts, Use>;

/** One of the other, at most. */
const expectNear = (reported: number, counted: number) =>
  expect(Math.abs(reported / counted - 1)).toBeLessThan(0.2);

it.each(Object.keys(HOURS) as (keyof typeof HOURS)[])(
  'an hour of %s costs about the documented amount',
  (kind) => {
    const counted = counts.broadcasts[kind];
    const { viewer } = counted;
    const alone = dollarsOfUse(HOURS[kind], 0);
    expectNear(alone, dollarsOf(broadcasterAmounts(kind, counted)));
    expectNear((dollarsOfUse(HOURS[kind], 1000) - alone) / 1000, dollarsOf(viewer));
  },
);

it('a replay costs its production and a month of storage', () => {
  const kept = dollarsOfUse({ ...HOURS.direct, keepsReplay: true }, 0);
  expectNear(kept - dollarsOfUse(HOURS.direct, 0), dollarsOf(counts.video.hour));
});

it('a broadcast that has not begun costs nothing', () => {
  expect(dollarsOfUse(CAMERA, 0)).toBe(0);
  expect(dollarsOfUse({ ...HOURS.software, receivedMs: 0 }, 10)).toBe(0);
});
