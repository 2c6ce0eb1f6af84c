/** A file of its own, so that the Lambda's start does not load the list. */
import { dictionary } from '@zxcvbn-ts/language-common';

/** Lower case; from leaks of the past years. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);
