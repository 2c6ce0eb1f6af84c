import { Hono } from 'hono/tiny';
import { videosRoutes } from '#shared/videos/videos.ts';
import type { Env, FeatureApp } from '#functions/http/context.ts';
import { serve, serveFile } from '#functions/http/route.ts';
import {
  captionedPlaylist,
  captionsFile,
  captionsPlaylist,
  chapterList,
} from './captions/captioned.service.ts';
import { type CaptionsDeps, deleteCaptions, putCaptions } from './captions/captions.service.ts';
import { completeUpload } from './uploads/complete-upload.service.ts';
import { publishVideo } from './publish.service.ts';
import { cancelUpload, startUpload, uploadFile, uploadStatus } from './uploads/uploads.service.ts';
import {
  countView,
  deleteVideo,
  getVideo,
  latestVideos,
  listVideos,
  notePlayed,
  updateVideo,
  type VideoRouteDeps,
} from './videos.service.ts';

export function videosApp(deps: VideoRouteDeps & CaptionsDeps): FeatureApp {
  const app = new Hono<Env>();
  serveFile(app, videosRoutes, 'POST /videos/upload', ({ caller, file }) =>
    uploadFile(deps, caller.id, file),
  );
  return serve(app, videosRoutes, {
    'POST /videos/upload': ({ caller, body }) => startUpload(deps, caller.id, body),
    'GET /videos/upload/{upload_id}': ({ caller, params }) => uploadStatus(deps, caller.id, params.upload_id),
    'POST /videos/upload/{upload_id}/complete': ({ caller, params, body }) =>
      completeUpload(deps, caller.id, { uploadId: params.upload_id, parts: body.parts }),
    'DELETE /videos/upload/{upload_id}': ({ caller, params }) =>
      cancelUpload(deps, caller.id, params.upload_id),
    'POST /videos/publish': ({ caller, body }) => publishVideo(deps, caller.id, body),
    'GET /videos': ({ caller, query }) => listVideos(deps, caller?.id, query),
    'GET /videos/latest': ({ query }) => latestVideos(deps, query),
    'GET /videos/{id}': ({ caller, params }) => getVideo(deps, caller?.id, params.id),
    'GET /videos/{id}/captioned.m3u8': ({ params }) => captionedPlaylist(deps, params.id),
    'GET /videos/{id}/chapters.json': ({ params }) => chapterList(deps, params.id),
    'GET /videos/{id}/captioned/{playlist}': ({ params }) =>
      captionsPlaylist(deps, { id: params.id, language: params.playlist.slice(0, -'.m3u8'.length) }),
    'GET /videos/{id}/captioned/subtitles/{file}': ({ params }) => {
      const [language = '', ticks] = params.file.slice(0, -'.vtt'.length).split('_');
      return captionsFile(deps, { id: params.id, language, ticks: Number(ticks) });
    },
    'POST /videos/{id}/views': ({ params, body }) => countView(deps, { id: params.id, pass: body.pass }),
    'POST /videos/{id}/played': ({ params, body: { pass, steps, origin } }) =>
      notePlayed(deps, { id: params.id, pass, steps: BigInt(`0x${steps}`), origin }),
    'PATCH /videos/{id}': ({ caller, params, body }) =>
      updateVideo(deps, caller.id, { id: params.id, ...body }),
    'PUT /videos/{id}/captions/{language}': ({ caller, params, body }) =>
      putCaptions(deps, caller.id, { ...params, ...body }),
    'DELETE /videos/{id}/captions/{language}': ({ caller, params }) =>
      deleteCaptions(deps, caller.id, params),
    'DELETE /videos/{id}': ({ caller, params }) => deleteVideo(deps, caller.id, params.id),
  });
}
