/** The projects of `npm run test:all` (vitest.config.ts), in the order in which they run. */
export const PROJECTS = [
  'unit',
  'screens',
  'journeys',
  'stand-ins',
  'mirrored',
  'browsers',
  'live',
  'webkit',
  'quiet',
] as const;
