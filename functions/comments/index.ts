/** What other features may import from comments. */
export { type CommentItem, commentKeyOf } from './comment.item.ts';
export { deleteCommentsUnder } from './deletion.repository.ts';
