/** What other features may import. */
export { pictureType, withoutMetadata } from './files/picture-type.ts';
export { requireOwnPicture } from './pictures.service.ts';
