import { Hono } from 'hono/tiny';
import { videosRoutes } from '../../shared/videos/videos.ts';
import type { Env, FeatureApp } from '../http/context.ts';
import { serve, serveFile } from '../http/route.ts';
import { completeUpload } from './uploads/complete-upload.service.ts';
import { publishVideo } from './publish.service.ts';
import type { NamesPort, PublishPorts, UploadsPorts, ViewsPort } from './ports.ts';
import { cancelUpload, startUpload, uploadFile, uploadStatus } from './uploads/uploads.service.ts';
import { countView, deleteVideo, getVideo, latestVideos, listVideos, updateVideo } from './videos.service.ts';

export type VideosPorts = UploadsPorts & PublishPorts & NamesPort & ViewsPort;

export function videosApp(ports: VideosPorts): FeatureApp {
  const app = new Hono<Env>();
  serveFile(app, videosRoutes, 'POST /videos/upload', ({ caller, file }) =>
    uploadFile(ports, caller.id, file),
  );
  return serve(app, videosRoutes, {
    'POST /videos/upload': ({ caller, body }) => startUpload(ports, caller.id, body),
    'GET /videos/upload/{upload_id}': ({ caller, params }) =>
      uploadStatus(ports, caller.id, params.upload_id),
    'POST /videos/upload/{upload_id}/complete': ({ caller, params, body }) =>
      completeUpload(ports, caller.id, { uploadId: params.upload_id, parts: body.parts }),
    'DELETE /videos/upload/{upload_id}': ({ caller, params }) =>
      cancelUpload(ports, caller.id, params.upload_id),
    'POST /videos/publish': ({ caller, body }) => publishVideo(ports, caller.id, body),
    'GET /videos': ({ caller, query }) => listVideos(ports, caller?.id, query),
    'GET /videos/latest': ({ query: { limit, cursor } }) => latestVideos(ports, { limit, cursor }),
    'GET /videos/{id}': ({ caller, params }) => getVideo(ports, caller?.id, params.id),
    'POST /videos/{id}/views': ({ params, body }) => countView(ports, { id: params.id, pass: body.pass }),
    'PATCH /videos/{id}': ({ caller, params, body }) =>
      updateVideo(ports, caller.id, { id: params.id, ...body }),
    'DELETE /videos/{id}': ({ caller, params }) => deleteVideo(ports, caller.id, params.id),
  });
}
