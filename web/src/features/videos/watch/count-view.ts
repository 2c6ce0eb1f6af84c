import type { Video } from '#shared/videos/videos.ts';
import { ApiFailure, call } from '#web/lib/api/api.ts';
import { showPass } from '#web/lib/api/passes.ts';

export async function countView({ id, visibility }: Pick<Video, 'id' | 'visibility'>): Promise<void> {
  if (visibility === 'private') return;
  const count = (pass: string) => call('POST /videos/{id}/views', { params: { id }, body: { pass } });
  await showPass('video', id, count).catch((error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error;
  });
}
