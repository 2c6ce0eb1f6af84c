import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Clip } from '#shared/videos/clips.ts';
import { useSession } from '#web/lib/api/session/session.ts';
import { useCurrentPath } from '#web/lib/hooks/browser-hooks.ts';
import { paths } from '#web/lib/paths.ts';
import type { LiveSteering, Stage } from '#web/lib/player-stage.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { share } from '#web/ui/overlays/copy-and-share.ts';
import { ToolPanel } from '#web/ui/tool-panel.tsx';
import { ClipForm, type ClipFormProps } from './clip-form.tsx';
import { liveClock, videoClock } from './watched-clock.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ClipMakerProps extends Pick<Stage, 'video' | 'below'>, Pick<ClipFormProps, 'of' | 'title'> {
  readonly live: LiveSteering | null;
  /** Whether there are segments to copy. */
  readonly isClippable: boolean;
  readonly onClose: () => void;
}

export function ClipMaker({ video, live, below, isClippable, onClose, ...form }: ClipMakerProps) {
  const isLive = form.of.kind === 'live';
  const clock = useMemo(() => {
    if (!video) return null;
    if (!isLive) return videoClock(video);
    return live && liveClock(video, live);
  }, [video, live, isLive]);
  const content = isClippable ? (
    video && clock && <ClipSteps video={video} clock={clock} {...form} />
  ) : (
    <Note>{t('clips.notRecorded')}</Note>
  );
  return (
    below &&
    createPortal(
      // Leaves some of a scrolling chat visible.
      <div className="px-4 pt-4 sm:px-0 stacked:max-h-[50dvh] stacked:overflow-y-auto">
        {content && (
          <ToolPanel title={t('clips.makeTitle')} closeLabel={t('clips.makeClose')} onClose={onClose}>
            {content}
          </ToolPanel>
        )}
      </div>,
      below,
    )
  );
}

/** Asks for a log-in, then for the clip, and then offers to share it. */
function ClipSteps(form: Omit<ClipFormProps, 'onMade'>) {
  const isSignedIn = useSession() !== null;
  const [made, setMade] = useState<Clip | null>(null);
  if (!isSignedIn) return <LogIn />;
  return made ? (
    <Made clip={made} onAnother={() => setMade(null)} />
  ) : (
    <ClipForm {...form} onMade={setMade} />
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 text-sm text-soft">{children}</p>
);

function LogIn() {
  const state = { from: useCurrentPath() };
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
      <Note>{t('clips.logIn')}</Note>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={paths.login()} state={state} variant="secondary" size="sm">
          {t('common.logIn')}
        </ButtonLink>
        <ButtonLink to={paths.signup()} state={state} size="sm">
          {t('common.signUp')}
        </ButtonLink>
      </div>
    </div>
  );
}

function Made({ clip, onAnother }: { readonly clip: Clip; readonly onAnother: () => void }) {
  const line = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone.
  useEffect(() => line.current?.focus(), []);
  const url = new URL(paths.clip(clip.id), location.origin).href;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-3">
      <p ref={line} tabIndex={-1} role="status" className="min-w-0 grow text-sm wrap-anywhere outline-none">
        {rich('clips.ready', {
          title: clip.title,
          link: (text) => <TextLink to={paths.clip(clip.id)}>{text}</TextLink>,
        })}
      </p>
      <Button variant="secondary" size="sm" onClick={() => void share({ title: clip.title, url })}>
        {t('common.share')}
      </Button>
      <Button variant="ghost" size="sm" onClick={onAnother}>
        {t('clips.makeAnother')}
      </Button>
    </div>
  );
}
