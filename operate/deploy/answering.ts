import { until } from '../visit/until.ts';

/** New names of CloudFront, and new records of a domain, take a while to be known everywhere. */
const ANSWERS_WITHIN_S = 300;

/** Waits until a site answers. Throws words for a person where it does not. */
export async function untilAnswering(siteUrl: string, signal: AbortSignal): Promise<void> {
  const what = `an answer of ${siteUrl}; does its domain point at the distribution?`;
  await until(what, { withinS: ANSWERS_WITHIN_S, everyMs: 3000, signal }, async () => {
    const response = await fetch(`${siteUrl}/api/categories`, { signal });
    await response.body?.cancel();
    return response.ok;
  });
}
