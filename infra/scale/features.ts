/** What the library and the words of captions cost: units as the tests of costs and docs/decisions/library.md count them. */
import type { Amounts } from '#functions/costs/prices.ts';
import { times, together, type Counts } from './counts.ts';

type Feature = readonly [name: string, amounts: Amounts];

/** Requests through the CDN of a signed-in person, whose session is read; as heavy as a chat message. */
function requestsOf({ broadcasts }: Counts, count: number): Amounts {
  const { lambdaGbSecond = 0, logGb = 0 } = broadcasts.direct?.message ?? {};
  const one = { cdnRequest: 1, apiRequest: 1, lambdaRequest: 1, lambdaGbSecond, logGb, tableReadUnit: 1 };
  return times(one, count);
}

export function featuresOf(counts: Counts): readonly Feature[] {
  const requests = (count: number, units: Amounts): Amounts => together(requestsOf(counts, count), units);
  return [
    // A note each minute.
    [
      'hours of a video, noted in the history',
      requests(60, { tableReadUnit: 60 * 0.5, tableWriteUnit: 60 * 2 }),
    ],
    [
      'hours of a live broadcast, noted in the history',
      requests(12, { tableReadUnit: 12 * 1.5, tableWriteUnit: 12 * 2 }),
    ],
    ['pages of the history, or of videos to watch later', requests(1, { tableReadUnit: 28 })],
    ['videos saved for later', requests(1, { tableReadUnit: 0.5, tableWriteUnit: 5 })],
    // What is new, its clips and plans, and the visit.
    ['visits of “Following”', requests(2, { tableReadUnit: 27.5 + 20 + 1, tableWriteUnit: 1 })],
    ['followers to whom a new video is listed', { tableWriteUnit: 1 }],
    ['videos with captions, whose words the search finds', { tableWriteUnit: 220, storageRead: 1 }],
  ];
}
