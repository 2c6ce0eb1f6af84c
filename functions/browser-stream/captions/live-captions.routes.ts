import { liveCaptionsRoutes } from '../../../shared/live/live-captions.ts';
import { UNCHANGING } from '../../../shared/plain/freshness.ts';
import { featureApp } from '../../http/route.ts';
import {
  addCue,
  type CaptionReadDeps,
  captionsOfSlot,
  type CaptionWriteDeps,
  subtitles,
} from './live-captions.service.ts';

export const liveCaptionsApp = (deps: CaptionWriteDeps) =>
  featureApp(liveCaptionsRoutes, {
    'POST /browser-stream/{stream_id}/captions': ({ caller, params, body }) =>
      addCue(deps, caller.id, { ...body, streamId: params.stream_id }),
  });

export const captionReadsApp = (deps: CaptionReadDeps) =>
  featureApp(liveCaptionsRoutes, {
    'GET /browser-stream/{stream_id}/live/captions/{slot}': async ({ params, keep }) => {
      const { stream_id: streamId, slot } = params;
      const { isWhole, ...captions } = await captionsOfSlot(deps, { streamId, slot });
      if (isWhole) keep(UNCHANGING);
      return captions;
    },
    'GET /browser-stream/{stream_id}/live/subtitles/{file}': ({ params }) => {
      const [fromMs = 0, untilMs = 0] = params.file.match(/\d+/g)?.map(Number) ?? [];
      return subtitles(deps, { streamId: params.stream_id, fromMs, untilMs });
    },
  });
