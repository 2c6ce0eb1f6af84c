/** AppSync bills each delivery to each subscription, so a larger audience gets fewer and fuller batches. */
export const MAX_PUBLISH_INTERVAL_MS = 2000;
export const MIN_PUBLISH_INTERVAL_MS = 500;

/** Returns the minimum time between two publications to this many viewers. */
export function publishIntervalMs(viewers: number): number {
  if (viewers >= 5000) return MAX_PUBLISH_INTERVAL_MS;
  return viewers >= 1000 ? 1000 : MIN_PUBLISH_INTERVAL_MS;
}
