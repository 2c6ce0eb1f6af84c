/** The upload session of whoever is signed in; one in this tab. */
import { call, detailOr } from '../../../lib/api/api.ts';
import { onePerUser } from '../../../lib/api/session/per-user.ts';
import { lockInTab } from '../../../lib/tab-lock.ts';
import { confirmUnload, whileTrue } from '../../../lib/while-true.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { UploadSession } from './upload.session.ts';
import { portsFor, UnreadableFile } from './upload.transport.ts';
import type { UploadState } from './upload.progress.ts';

/** The session of a user: the same one until somebody else signs in. */
export const uploadSessionOf = onePerUser<UploadSession>({
  create: (userId) => {
    const session = new UploadSession(userId, {
      fetchStatus: (upload_id) => call('GET /videos/upload/{upload_id}', { params: { upload_id } }),
      drop: (upload_id) => call('DELETE /videos/upload/{upload_id}', { params: { upload_id } }),
      lock: (uploadId) => lockInTab(`upload ${uploadId}`),
      portsFor,
      onEnd: announce,
    });
    const setUnloadConfirmed = whileTrue(confirmUnload);
    session.subscribe(() => setUnloadConfirmed(isSending(session)));
    return session;
  },
  // Nothing of the file leaves any more; its owner takes it up again later.
  dispose: (session) => session.pause(),
});

/** Said here and not by the page, as the reader may look at another one by now. */
function announce({ phase, error }: UploadState): void {
  if (phase === 'failed') {
    return showToast({ title: 'Upload failed', description: whyFailed(error), tone: 'danger' });
  }
  const isHere = window.location.pathname === UPLOAD_PATH;
  showToast({
    title: 'Upload successful!',
    tone: 'success',
    ...(!isHere && { link: { label: 'Publish it', to: UPLOAD_PATH } }),
  });
}

const UPLOAD_PATH = '/upload';

const whyFailed = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : detailOr(error, 'Failed to upload video');

const isSending = (session: UploadSession): boolean => {
  const screen = session.screen();
  return screen.kind === 'uploading' && screen.state.phase !== 'paused' && screen.state.phase !== 'failed';
};
