/** What other features may import from denied-media. */
export {
  DENIED_AFTER_DELETION_MS,
  denialKeys,
  DENIALS,
  denialWrites,
  folderKey,
  isDenial,
  pictureKey,
} from './denial.item.ts';
