/** Tags of all that a site makes. Roles may touch what has those of their own site only (`infra/cloud/parts/own-tags.ts`). */
export const resourceTags = (stage = process.env['STAGE'] ?? '') => ({ site: 'fanfare', stage });
