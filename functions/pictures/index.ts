/** What other features may import. */
export { pictureType } from './files/picture-type.ts';
export { withoutMetadata } from './files/without-metadata.ts';
export { requireOwnPicture } from './own-picture.ts';
