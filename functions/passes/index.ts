/** What other features may import from passes. */
export type { Claims } from './pass-signer.ts';
export { PERSON_PREFIX } from './passes.service.ts';
