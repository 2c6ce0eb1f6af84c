import { picturesRoutes } from '#shared/channels/pictures.ts';
import { featureApp } from '#functions/http/route.ts';
import { completePicture, type PicturesDeps, startPicture } from './pictures.service.ts';

export const picturesApp = (deps: PicturesDeps) =>
  featureApp(picturesRoutes, {
    'POST /pictures': ({ caller, body }) => startPicture(deps, caller.id, body),
    'POST /pictures/{id}/complete': ({ caller, params }) => completePicture(deps, caller.id, params.id),
  });
