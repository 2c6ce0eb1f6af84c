/** What other features may import. */
export { forgetShowing, isPictureOfFan } from './picture-use.repository.ts';
