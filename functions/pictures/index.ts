/** What other features may import. */
export { pictureType, withoutMetadata } from './files/picture-type.ts';
export { refusalOfSize } from './files/picture-size.ts';
export { requireOwnPicture } from './pictures.service.ts';
