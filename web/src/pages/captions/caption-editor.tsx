import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import type { Cue } from '#shared/plain/captions/write-captions.ts';
import type { Captions, Video } from '#shared/videos/videos.ts';
import { CaptionPreview } from '#web/features/player/captions/caption-preview.tsx';
import { VideoPlayer } from '#web/features/player/video/video-player.tsx';
import { cuesQuery } from '#web/features/videos/cues.queries.ts';
import { CueList } from '#web/features/videos/edit/cues/cue-list.tsx';
import { useCaptionEditor } from '#web/features/videos/edit/cues/use-caption-editor.ts';
import { readSession } from '#web/lib/api/session/session.ts';
import { useLeaveGuard } from '#web/lib/hooks/use-leave-guard.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { isComposing } from '#web/lib/keyboard/is-composing.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';

interface CaptionEditorProps {
  readonly video: Video;
  /** Of the video. */
  readonly url: string;
  readonly captions: EditedCaptions;
}

/** `url`: of their file; `null` for new ones. */
type EditedCaptions = Omit<Captions, 'url'> & { readonly url: string | null };

/** The player, and the captions beside it. */
export function CaptionEditor({ captions, ...rest }: CaptionEditorProps) {
  const { url: file } = captions;
  if (file === null) return <Editor captions={captions} initial={[]} {...rest} />;
  return <OfFile file={file} captions={captions} {...rest} />;
}

function OfFile({ file, ...rest }: CaptionEditorProps & { readonly file: string }) {
  return (
    <Loaded query={useQuery(cuesQuery(file))} failure={t('captionEditor.loadFailed')}>
      {(cues) => <Editor initial={cues} {...rest} />}
    </Loaded>
  );
}

function Editor({
  video,
  url,
  captions,
  initial,
}: CaptionEditorProps & { readonly initial: readonly Cue[] }) {
  const [media, setMedia] = useState<HTMLVideoElement | null>(null);
  const editor = useCaptionEditor(video, captions, initial, media);
  const blocked = useLeaveGuard(() => editor.isChanged && readSession() !== null);
  const { captions: _, ...picture } = video;
  const press = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const { key, ctrlKey, metaKey, shiftKey } = event;
    const isAdding = key === 'Enter' && (ctrlKey || metaKey);
    const isPlaying = key === ' ' && shiftKey;
    if (!isAdding && !isPlaying) return;
    event.preventDefault();
    if (isAdding) editor.add();
    else if (media?.paused) void media.play().catch(() => undefined);
    else media?.pause();
  };
  return (
    // The keys work in every field of it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={press} className="mx-auto max-w-7xl">
      <header className="mb-4">
        <h1 className="text-2xl font-bold">{t('captionEditor.title', { label: captions.label })}</h1>
        <p className="truncate">
          <TextLink to={paths.video(video.username, video.id)} dir="auto">
            {video.title}
          </TextLink>
        </p>
      </header>
      <div className="grid grid-cols-1 items-start gap-6 beside:grid-cols-[minmax(0,3fr)_minmax(22rem,2fr)]">
        <div className="z-raised bg-canvas max-sm:-mx-(--page-padding) beside:sticky beside:top-(--column-top) short:top-[calc(var(--bar)+0.5rem)] stacked:sticky stacked:top-(--bar)">
          <VideoPlayer
            video={picture}
            url={url}
            start={null}
            autoplay={false}
            ref={null}
            onWatched={() => undefined}
            renderTools={({ video, frame }) => (
              <>
                <MediaOf video={video} onMedia={setMedia} />
                {frame && <CaptionPreview frame={frame} language={captions.language} cues={editor.cues} />}
              </>
            )}
          />
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-0">
            <Button variant="secondary" onClick={editor.add}>
              <Plus className="size-4" />
              {t('captionEditor.add')}
            </Button>
            <Button
              onClick={editor.save}
              busy={editor.isSaving}
              disabled={!editor.isChanged || editor.drafts.length === 0}
            >
              {t('common.saveChanges')}
            </Button>
            <p role="alert" className="text-sm text-danger empty:hidden">
              {editor.failure}
            </p>
            <p className="basis-full text-sm text-soft stacked:hidden pointer-coarse:hidden">
              {t('captionEditor.keys')}
            </p>
          </div>
        </div>
        <CueList editor={editor} media={media} />
      </div>
      {blocked && (
        <Question
          title={t('common.unsavedChanges')}
          no={t('common.keepEditing')}
          yes={t('common.discard')}
          onNo={blocked.stay}
          onYes={blocked.leave}
        >
          {t('captionEditor.leaveHint')}
        </Question>
      )}
    </div>
  );
}

interface MediaOfProps {
  readonly video: HTMLVideoElement | null;
  readonly onMedia: (video: HTMLVideoElement | null) => void;
}

/** Passes the player's element on. */
function MediaOf({ video, onMedia }: MediaOfProps) {
  useEffect(() => onMedia(video), [video, onMedia]);
  return null;
}
