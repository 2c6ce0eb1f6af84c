import { commentsRoutes } from '#shared/community/comments.ts';
import { featureApp } from '#functions/http/route.ts';
import { deleteComment, editComment, writeComment } from './comment-changes.service.ts';
import { likeComment, unlikeComment } from './likes.service.ts';
import { changeCommentSettings, type CommentsDeps, listComments, listReplies } from './comments.service.ts';

interface ReplyParams {
  readonly kind: 'video' | 'clip';
  readonly id: string;
  readonly comment_id: string;
}

const repliesOf = ({ kind, id, comment_id: replyTo }: ReplyParams) => ({ kind, id, replyTo });

export const commentsApp = (deps: CommentsDeps) =>
  featureApp(commentsRoutes, {
    'PUT /comments/settings': ({ caller, body }) => changeCommentSettings(deps, caller.id, body),
    'GET /comments/{kind}/{id}': ({ caller, params, query }) => listComments(deps, caller?.id, params, query),
    'POST /comments/{kind}/{id}': ({ caller, params, body, headers }) =>
      writeComment(deps, caller.id, params, { text: body.text, key: headers['idempotency-key'] }),
    'GET /comments/{kind}/{id}/{comment_id}/replies': ({ caller, params, query }) =>
      listReplies(deps, caller?.id, repliesOf(params), query.cursor),
    'POST /comments/{kind}/{id}/{comment_id}/replies': ({ caller, params, body, headers }) =>
      writeComment(deps, caller.id, repliesOf(params), { text: body.text, key: headers['idempotency-key'] }),
    'PUT /comments/{kind}/{id}/{comment_id}/replies/{reply_id}/like': ({ caller, params }) =>
      likeComment(deps, caller.id, { commented: repliesOf(params), id: params.reply_id }),
    'DELETE /comments/{kind}/{id}/{comment_id}/replies/{reply_id}/like': ({ caller, params }) =>
      unlikeComment(deps, caller.id, { commented: repliesOf(params), id: params.reply_id }),
    'PUT /comments/{kind}/{id}/{comment_id}/like': ({ caller, params: { comment_id: id, ...commented } }) =>
      likeComment(deps, caller.id, { commented, id }),
    'DELETE /comments/{kind}/{id}/{comment_id}/like': ({
      caller,
      params: { comment_id: id, ...commented },
    }) => unlikeComment(deps, caller.id, { commented, id }),
    'PUT /comments/{kind}/{id}/{comment_id}/replies/{reply_id}': ({ caller, params, body }) =>
      editComment(deps, caller.id, { commented: repliesOf(params), id: params.reply_id }, body),
    'PUT /comments/{kind}/{id}/{comment_id}': ({ caller, params: { comment_id: id, ...commented }, body }) =>
      editComment(deps, caller.id, { commented, id }, body),
    'DELETE /comments/{kind}/{id}/{comment_id}/replies/{reply_id}': ({ caller, params }) =>
      deleteComment(deps, caller.id, repliesOf(params), params.reply_id),
    'DELETE /comments/{kind}/{id}/{comment_id}': ({ caller, params: { comment_id, ...commented } }) =>
      deleteComment(deps, caller.id, commented, comment_id),
  });
