import { commentsRoutes } from '#shared/community/comments.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  changeCommentSettings,
  type CommentsDeps,
  deleteComment,
  listComments,
  writeComment,
} from './comments.service.ts';

export const commentsApp = (deps: CommentsDeps) =>
  featureApp(commentsRoutes, {
    'PUT /comments/settings': ({ caller, body }) => changeCommentSettings(deps, caller.id, body),
    'GET /comments/{kind}/{id}': ({ caller, params, query }) =>
      listComments(deps, caller?.id, params, query.cursor),
    'POST /comments/{kind}/{id}': ({ caller, params, body, headers }) =>
      writeComment(deps, caller.id, params, { text: body.text, key: headers['idempotency-key'] }),
    'DELETE /comments/{kind}/{id}/{comment_id}': ({ caller, params: { comment_id, ...commented } }) =>
      deleteComment(deps, caller.id, commented, comment_id),
  });
