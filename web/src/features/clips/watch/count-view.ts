import type { Clip } from '../../../../../shared/videos/clips.ts';
import { ApiFailure, call } from '../../../lib/api/api.ts';
import { showPass } from '../../../lib/api/passes.ts';

/** Counts a view. A view that is not counted is no trouble of the viewer's; a private clip has none. */
export async function countView({ id, visibility }: Pick<Clip, 'id' | 'visibility'>): Promise<void> {
  if (visibility === 'private') return;
  const count = (pass: string) => call('POST /clips/{id}/views', { params: { id }, body: { pass } });
  await showPass('clip', id, count).catch((error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error;
  });
}
