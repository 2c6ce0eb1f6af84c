/** Written by `npm run messages`: the messages that the server uses. */
import type { ServerTexts } from './translator.ts';

export const errors = {"en":{}} as const satisfies ServerTexts;
