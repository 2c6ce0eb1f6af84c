/** Loaded lazily, because the list is large. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** Lower case; from leaks of the past years. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);
