import type { StageName } from '#functions/limits/stage-limits.ts';

/** Who runs under generous limits, and why. All others, such as tests, run under those of a public site. */
const GENEROUS = {
  'npm start': 'a demonstration, whose visitors and streamers may all come from one address',
  'npm run bench': 'a thousand simulated viewers and broadcasters come from one address',
  'random requests':
    'a rate would refuse most of what two people send in a second, before its route reads it',
} as const;

export type GenerousUser = keyof typeof GENEROUS;

/** The limits for a user of the list above. */
export const generousFor = (_user: GenerousUser): StageName => 'generous';
