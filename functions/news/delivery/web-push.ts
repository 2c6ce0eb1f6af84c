/** Sends pushes to browsers (RFC 8030), encrypted for each (RFC 8291), signed by VAPID (RFC 8292). */
import type { RequestOptions } from 'node:http';
import webPush from 'web-push';
import { publicLookup, type Resolve } from '#functions/base/public-address.ts';
import { logStep } from '#functions/log/log.ts';
import { sendRequest } from '#functions/aws/node-request.ts';
import { ATTEMPT_LIMITS_MS } from '#functions/aws/time-limits.ts';
import type { PushKeys } from '../news-keys.ts';
import type { PushBrowser } from '../table/news.item.ts';
import { isPushAddress } from '../push-address.ts';
import { isPushKey } from '../push-key.ts';
import type { Push, PushOutcome } from './delivery.ts';

/** The subscription has ended: 410 by RFC 8030 §7.3, 404 from some services. */
const GONE = [404, 410];
/** Of the 4xx, those after which a retry may succeed (RFC 8030 §8.4, RFC 9110 §15.5.9, RFC 8470 §5.2). */
const LATER = [408, 425, 429];

interface WebPushOptions {
  readonly keys: readonly PushKeys[];
  /** Contact address for push services (RFC 8292 §2.1). */
  readonly subject: string;
  /** See `isPushAddress`. */
  readonly alsoOrigins: string;
  /** @default the system's resolver */
  readonly resolve?: Resolve;
}

/** Throws if the service may accept the push later. */
export function webPushSender({ keys, subject, alsoOrigins, resolve }: WebPushOptions) {
  const lookup = publicLookup(resolve);
  return async (browser: PushBrowser, push: Push): Promise<PushOutcome> => {
    const pair = keys.find(({ publicKey }) => publicKey === browser.pushKey);
    // The browser subscribes again, with a current key, on its next visit.
    if (!pair || !isPushAddress(browser.endpoint, alsoOrigins)) return 'gone';
    // A retry cannot encrypt for it either, and would hold up the page.
    if (!isPushKey(browser.keys.p256dh)) return 'gone';
    const { topic, lifeS, ...payload } = push;
    const { endpoint, method, headers, body } = webPush.generateRequestDetails(
      { endpoint: browser.endpoint, keys: browser.keys },
      JSON.stringify({ ...payload, tag: topic }),
      {
        vapidDetails: { subject, ...pair },
        TTL: lifeS,
        topic,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      },
    );
    const url = new URL(endpoint);
    const isTestOrigin = alsoOrigins.split(',').includes(url.origin);
    const options: RequestOptions = {
      method,
      headers: headers as Record<string, string>,
      ...(!isTestOrigin && { lookup }),
    };
    const statusCode = await statusOf(url, options, body);
    if (GONE.includes(statusCode)) return 'gone';
    if (statusCode >= 200 && statusCode < 300) return 'sent';
    if (statusCode >= 400 && statusCode < 500 && !LATER.includes(statusCode)) {
      // For example a subscription with another site's key, which must not delay its page.
      logStep('news.refused', { host: url.host, status: statusCode });
      return 'refused';
    }
    throw new Error(`The push service at ${url.host} answered ${statusCode}`);
  };
}

async function statusOf(url: URL, options: RequestOptions, body: Buffer | null): Promise<number> {
  const response = await sendRequest(
    url,
    { ...options, timeoutMs: ATTEMPT_LIMITS_MS.webPush },
    body ?? undefined,
  );
  response.destroy();
  return response.statusCode ?? 0;
}
