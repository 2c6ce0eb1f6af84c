import type { StageName } from '#functions/limits/stage-limits.ts';

/** Who runs with generous limits, and why. All others, including tests, run with the limits of a public site. */
const GENEROUS = {
  'npm start': 'a demonstration: its visitors and streamers may all have the same address',
  'npm run bench': 'a thousand simulated viewers and broadcasters have the same address',
  'random requests':
    'a rate would refuse most of what two people send in a second, before its route reads it',
} as const;

export type GenerousUser = keyof typeof GENEROUS;

/** Returns the limits for a user in the list above. */
export const generousFor = (_user: GenerousUser): StageName => 'generous';
