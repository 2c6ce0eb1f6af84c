/** What other features may import from comments. */
export { commentCaseId, type CommentItem, commentKey, placeOf, placeOfCase } from './comment.item.ts';
export { updateRank } from './likes.repository.ts';
export { deleteCommentsUnder } from './deletion.repository.ts';
export { removalWrites, restorationWrites } from './removal.writes.ts';
