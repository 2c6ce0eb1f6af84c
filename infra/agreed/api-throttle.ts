/**
 * Requests a second of all callers together, unless the operator sets another number. Requests above it get 429. The
 * caches in front handle most load: 10,000 viewers or 1,000 broadcasters send fewer (docs/scale.md).
 */
export const REQUESTS_PER_SECOND = 4000;
