import { call, detailOr } from '#web/lib/api/api.ts';
import { browserPatience } from '#web/lib/api/patience/patience.ts';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { putToStorage } from '#web/lib/api/put-bytes.ts';
import { onePerUser } from '#web/lib/api/session/per-user.ts';
import { lockInTab } from '#web/lib/tab-lock.ts';
import { confirmUnload, whileTrue } from '#web/lib/while-true.ts';
import { showToast } from '#web/ui/overlays/toast-store.ts';
import type { UploadState } from './upload-progress.ts';
import type { PutPart } from './upload-sender.ts';
import { UploadSession } from './upload-session.ts';
import type { UploaderPorts } from './uploader.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Returns the user's session, one per tab. */
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
  dispose: (session) => session.close(),
});

/** Raises the toast here, because the page may be closed. */
function announce({ phase, error }: UploadState): void {
  if (phase === 'failed') {
    return showToast({ title: t('videos.uploadFailed'), description: whyFailed(error), tone: 'danger' });
  }
  const isHere = window.location.pathname === UPLOAD_PATH;
  showToast({
    title: t('videos.uploadSuccessful'),
    tone: 'success',
    ...(!isHere && { link: { label: t('videos.publishUploaded'), to: UPLOAD_PATH } }),
  });
}

const UPLOAD_PATH = '/upload';

const whyFailed = (error: unknown): string =>
  error instanceof UnreadableFile ? error.message : detailOr(error, t('videos.uploadFailedHint'));

const isSending = (session: UploadSession): boolean => {
  const screen = session.screen();
  return screen.kind === 'uploading' && screen.state.phase !== 'paused' && screen.state.phase !== 'failed';
};

/** A request without progress for this time is dead. */
const SILENCE_MAX_MS = 45_000;

const portsFor = (file: File): UploaderPorts => ({
  begin: () =>
    call('POST /videos/upload', {
      body: { filename: file.name, size: file.size, content_type: file.type },
    }),
  fetchStatus: (upload_id) => call('GET /videos/upload/{upload_id}', { params: { upload_id } }),
  complete: (upload_id, parts) =>
    call('POST /videos/upload/{upload_id}/complete', { params: { upload_id }, body: { parts } }),
  put: putFrom(file),
  ...browserPatience,
});

/** Sends slices, which the browser reads from disk, so that the file is never in memory. */
function putFrom(file: File): PutPart {
  return async (part, sending) => {
    const slice = file.slice(part.startByte, part.endByte);
    try {
      const etag = await putToStorage({
        ...sending,
        url: part.url,
        body: slice,
        silenceMaxMs: SILENCE_MAX_MS,
      });
      if (etag === null) throw new StorageFailure(200);
      return etag;
    } catch (error) {
      if (error instanceof StorageFailure && error.status === 0) await assertReadable(slice);
      throw error;
    }
  };
}

/** Throws `UnreadableFile` for a changed or moved file, which otherwise resembles a lost connection. */
async function assertReadable(slice: Blob): Promise<void> {
  await slice
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new UnreadableFile(cause);
    });
}

/** The file was changed, moved or deleted. */
class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super(t('videos.fileUnreadable'), { cause });
    this.name = 'UnreadableFile';
  }
}
