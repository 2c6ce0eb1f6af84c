/**
 * Requests a second of all callers together, unless the operator sets another number; beyond, they are answered 429. The
 * caches in front take the crowd: 10,000 viewers or 1,000 broadcasters ask for less (docs/scale.md).
 */
export const REQUESTS_PER_SECOND = 4000;
