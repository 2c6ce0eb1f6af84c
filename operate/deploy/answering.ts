import { until } from '../visit/until.ts';

/** New CloudFront names and new DNS records take a while to propagate. */
const ANSWERS_WITHIN_S = 300;

/** Waits until a site responds. Throws an error with a message for the operator if it does not. */
export async function untilAnswering(siteUrl: string, signal: AbortSignal): Promise<void> {
  const what = `a response from ${siteUrl}; does its domain point to the distribution?`;
  await until(what, { withinS: ANSWERS_WITHIN_S, everyMs: 3000, signal }, async () => {
    const response = await fetch(`${siteUrl}/api/categories`, { signal });
    await response.body?.cancel();
    return response.ok;
  });
}
