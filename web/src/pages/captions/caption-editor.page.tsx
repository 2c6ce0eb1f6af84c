import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { Video } from '#shared/videos/videos.ts';
import { videoQuery } from '#web/features/videos/videos.queries.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { nativeName, spokenLanguages } from '#web/lib/i18n/spoken-languages.ts';
import { paths } from '#web/lib/paths.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { isBadAddress, Loaded } from '#web/ui/states/loaded.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { NotFoundPage } from '../not-found.page.tsx';

const CaptionEditor = onDemand(() => import('./caption-editor.tsx'), 'CaptionEditor', {
  fallback: <Loading />,
});

/** /videos/{id}/captions/{language}: the owner of a video writes its captions beside the picture. */
export function CaptionEditorPage() {
  const { id = '', language = '' } = useParams();
  const query = useQuery(videoQuery(id));
  useDocumentTitle(t('videos.captions'));
  if (isBadAddress(query.error)) return <NotFoundPage />;
  return (
    <Loaded query={query} failure={t('video.loadFailed')}>
      {(video) => <ForOwner key={`${id} ${language}`} video={video} language={language} />}
    </Loaded>
  );
}

function ForOwner({ video, language }: { readonly video: Video; readonly language: string }) {
  const isOwn = useSession()?.user.id === video.channel_id;
  const { captions, status, playback_url: url, is_removed } = video;
  // Later versions of the file do not replace what is edited.
  const [edited] = useState(
    () => captions?.find((one) => one.language === language) ?? newCaptions(language),
  );
  if (!isOwn || status !== 'ready' || url === null || is_removed)
    return <Navigate to={paths.video(video.username, video.id)} replace />;
  return edited ? <CaptionEditor video={video} url={url} captions={edited} /> : <NotFoundPage />;
}

/** `null` for a language that the site does not offer. */
const newCaptions = (language: string) =>
  spokenLanguages().some(({ value }) => value === language)
    ? { language, label: nativeName(language), url: null }
    : null;
