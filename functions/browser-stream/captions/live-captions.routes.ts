import { liveCaptionsRoutes } from '#shared/live/live-captions.ts';
import { featureApp } from '#functions/http/route.ts';
import {
  addCue,
  type CaptionReadDeps,
  captionsOfSlot,
  type CaptionWriteDeps,
  subtitles,
} from './live-captions.service.ts';
import { changeCaptionsSettings, deleteCue, listLatestCues } from './moderate-captions.service.ts';

export const liveCaptionsApp = (deps: CaptionWriteDeps) =>
  featureApp(liveCaptionsRoutes, {
    'POST /browser-stream/{stream_id}/captions': ({ caller, params, body }) =>
      addCue(deps, caller.id, { ...body, streamId: params.stream_id }),
    'GET /browser-stream/{stream_id}/captions': ({ caller, params }) =>
      listLatestCues(deps, caller.id, params.stream_id),
    'PUT /browser-stream/{stream_id}/captions/settings': ({ caller, params, body }) =>
      changeCaptionsSettings(deps, caller.id, { ...body, streamId: params.stream_id }),
    'DELETE /browser-stream/{stream_id}/captions/{at}/{id}': ({ caller, params }) => {
      const { stream_id: streamId, ...cue } = params;
      return deleteCue(deps, caller.id, { ...cue, streamId });
    },
  });

export const captionReadsApp = (deps: CaptionReadDeps) =>
  featureApp(liveCaptionsRoutes, {
    'GET /browser-stream/{stream_id}/live/captions/{slot}': ({ params }) =>
      captionsOfSlot(deps, { streamId: params.stream_id, slot: params.slot }),
    'GET /browser-stream/{stream_id}/live/subtitles/{file}': ({ params }) => {
      const [fromMs = 0, untilMs = 0] = params.file.match(/\d+/g)?.map(Number) ?? [];
      return subtitles(deps, { streamId: params.stream_id, fromMs, untilMs });
    },
  });
