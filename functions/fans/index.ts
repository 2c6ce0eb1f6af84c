/** What other features may import. */
export { forgetShowing, isPictureOfFan } from './table/showings.repository.ts';
