/** In a file of its own: a start of the Lambda does not wait for so many words. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** In lower case, as leaks of the past years had them. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);
