import { picturesRoutes } from '../../shared/channels/pictures.ts';
import type { FeatureApp } from '../http/context.ts';
import { featureApp } from '../http/route.ts';
import { completePicture, type PicturesDeps, startPicture } from './pictures.service.ts';

export const picturesApp = (deps: PicturesDeps): FeatureApp =>
  featureApp(picturesRoutes, {
    'POST /pictures': ({ caller, body }) => startPicture(deps, caller.id, body),
    'POST /pictures/{id}/complete': ({ caller, params }) => completePicture(deps, caller.id, params.id),
  });
