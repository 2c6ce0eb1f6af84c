import { useHere } from '../../../lib/hooks/browser-hooks.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Clip } from '../../../../../shared/videos/clips.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/links/links.tsx';
import { ToolPanel } from '../../../ui/tool-panel.tsx';
import { share } from '../../../ui/overlays/copy-and-share.ts';
import { ClipForm, type ClipFormProps } from './clip-form.tsx';

interface ClipPanelProps extends Omit<ClipFormProps, 'onMade'> {
  readonly onClose: () => void;
}

export function ClipPanel({ onClose, ...form }: ClipPanelProps) {
  const isSignedIn = useSession() !== null;
  const [made, setMade] = useState<Clip | null>(null);
  return (
    <PanelFrame onClose={onClose}>
      {!isSignedIn && <LogIn />}
      {isSignedIn && made && <Made clip={made} onAnother={() => setMade(null)} />}
      {isSignedIn && !made && <ClipForm {...form} onMade={setMade} />}
    </PanelFrame>
  );
}

/** Explains why no clip can be made. */
export const NoClipPanel = ({ onClose }: Pick<ClipPanelProps, 'onClose'>) => (
  <PanelFrame onClose={onClose}>
    <Note>
      This stream comes from streaming software. Clips of it can be made once it has ended and its replay is
      here.
    </Note>
  </PanelFrame>
);

const PanelFrame = ({
  onClose,
  children,
}: Pick<ClipPanelProps, 'onClose'> & { readonly children: ReactNode }) => (
  <ToolPanel title="Make a clip" closeLabel="Close the clip" onClose={onClose}>
    {children}
  </ToolPanel>
);

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-1 text-sm text-soft">{children}</p>
);

function LogIn() {
  const here = useHere();
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
      <Note>Log in to cut out up to 90 seconds and share them.</Note>
      <ButtonLink to={paths.login()} state={{ from: here }} size="sm">
        Log In
      </ButtonLink>
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
        “{clip.title}” is ready: <TextLink to={paths.clip(clip.id)}>watch the clip</TextLink>
      </p>
      <Button variant="secondary" size="sm" onClick={() => void share({ title: clip.title, url })}>
        Share
      </Button>
      <Button variant="ghost" size="sm" onClick={onAnother}>
        Make another
      </Button>
    </div>
  );
}
