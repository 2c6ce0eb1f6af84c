/** A channel that many follow goes live, on a site that dies meanwhile. */
import { expect, it } from 'vitest';
import { notifyCrowd } from '#test/support/crowds/notified-crowd.ts';

/** Of the larger run. */
const FOLLOWERS = Number(process.env['FOLLOWERS'] ?? 100_000);
const BROWSERS = FOLLOWERS / 500;
/** For how long it has pictures: as long as the slowest machine needs. */
const LENGTH_S = 1800;

it('a thousand followers are notified once each, although the site is killed meanwhile', async () => {
  const followers = 1000;
  const run = await notifyCrowd({ followers, browsers: 0, killsAt: [0.3], lengthS: 120 });
  console.log(run);
  expect(run.kills).toBe(1);
  expect(run.pieces).toEqual(new Map([[1, followers + 1]]));
});

it('many more followers are too, with no more repetitions than kills', async () => {
  const options = { followers: FOLLOWERS, browsers: BROWSERS, killsAt: [0.2, 0.6], lengthS: LENGTH_S };
  const few = await notifyCrowd({ followers: 10, browsers: 0, killsAt: [], lengthS: 60 });
  const run = await notifyCrowd(options);
  console.log(run, `To go live took ${(run.startMs / few.startMs).toFixed(1)} times as long as with ten`);
  expect(run.kills).toBe(2);
  expect(run.pieces).toEqual(new Map([[1, FOLLOWERS + 1]]));
  expect(run.refused).toEqual([]);
  const often = [...run.pushes.keys()];
  expect(Math.min(...often)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...often)).toBeLessThanOrEqual(1 + run.kills);
});
