import { channelNames } from '#functions/channels/table/channels.repository.ts';
import { withClipCleanup } from '#functions/composition/clip-cleanup.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { passSigner } from '#functions/passes/pass-signer.ts';
import { viewerOf } from '#functions/passes/passes.service.ts';
import { captionsRepository } from './captions/captions.repository.ts';
import { transcodeAdapters } from './transcode.adapters.ts';
import { videosApp } from './videos.routes.ts';

export function feature({ table, environment, clock }: LambdaContext<'publishing'>) {
  const passes = { signer: passSigner(environment.PASS_KEYS), clock };
  return videosApp({
    ...withClipCleanup(table, transcodeAdapters(table, environment)),
    names: channelNames(table),
    captions: captionsRepository(table),
    viewerOf: (pass, id) => viewerOf(passes, { kind: 'video', id }, pass),
  });
}
