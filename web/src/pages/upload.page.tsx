import { useNavigate } from 'react-router-dom';
import { paths } from '#web/lib/paths.ts';
import { EmailNotice } from '#web/features/auth/settings/email/email-notice.tsx';
import { UploadCard } from '#web/features/videos/publish/upload-card.tsx';
import { useUpload } from '#web/features/videos/publish/use-upload.ts';
import { VideoDetailsCard } from '#web/features/videos/publish/video-details-card.tsx';
import { type SignedInUser, useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** /upload: specification §2 ("Upload Your Fan Video"). The router requires a signed-in user. */
export function UploadPage() {
  useDocumentTitle(t('upload.title'));
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="mb-6 text-2xl font-bold">{t('upload.title')}</h1>
      <EmailNotice />
      <UploadFor key={user.id} user={user} />
    </div>
  );
}

function UploadFor({ user }: { readonly user: SignedInUser }) {
  const navigate = useNavigate();
  const upload = useUpload(user.id);
  const { screen } = upload;
  const leave = () => {
    upload.startOver();
    void navigate(paths.channel(user.username));
  };
  return (
    <div className="space-y-6">
      <UploadCard {...upload} />
      {screen.kind === 'uploaded' && (
        <VideoDetailsCard
          key={screen.videoUrl}
          videoUrl={screen.videoUrl}
          filename={screen.file.name}
          localFile={screen.localFile}
          onPublished={leave}
          onGone={upload.startOver}
        />
      )}
    </div>
  );
}
