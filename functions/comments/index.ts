/** What other features may import from comments. */
export { commentKey, type CommentItem } from './comment.item.ts';
export { deleteCommentsUnder } from './deletion.repository.ts';
