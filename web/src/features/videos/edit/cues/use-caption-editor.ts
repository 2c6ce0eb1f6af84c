/** Edits the captions of a video in a language. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Cue } from '#shared/plain/captions/write-captions.ts';
import type { Captions, Video } from '#shared/videos/videos.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { useKept } from '#web/lib/hooks/use-kept.ts';
import { endAll, listen } from '#web/lib/listen.ts';
import { confirmUnload } from '#web/lib/while-true.ts';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import { usePutCaptions } from '../captions.mutations.ts';
import {
  changedDraft,
  type CueChange,
  type CueDraft,
  cueOf,
  draftOf,
  inOrder,
  isAt,
  problemsOf,
  vttOf,
  withNewCue,
} from './cue-drafts.ts';

export type CaptionEditor = ReturnType<typeof useCaptionEditor>;

/** `initial`: the cues of the file. `media`: the player's element; `null` until it has a picture. */
export function useCaptionEditor(
  { id, duration_s }: Video,
  { language, label }: Pick<Captions, 'language' | 'label'>,
  initial: readonly Cue[],
  media: HTMLVideoElement | null,
) {
  const durationMs = Math.ceil((duration_s ?? Infinity) * 1000);
  const [loaded] = useState<readonly CueDraft[]>(() => initial.map(draftOf));
  const [drafts, setDrafts] = useKept(`captions.${id}.${language}`, () => loaded);
  const [saved, setSaved] = useState(loaded);
  const [hasTried, setHasTried] = useState(false);
  /** The cue that gets the focus; a new object each time. */
  const [focused, setFocused] = useState<{ readonly id: number } | null>(null);
  const put = usePutCaptions(id);
  const isChanged = drafts !== saved;
  useEffect(() => (isChanged ? confirmUnload() : undefined), [isChanged]);
  const current = useCurrent(drafts, media);
  const cues = useMemo(() => current.map(cueOf).filter(({ text }) => text !== ''), [current]);
  const isBroken = (draft: CueDraft) => problemsOf(draft, durationMs).length > 0;
  const broken = hasTried ? drafts.filter(isBroken) : [];

  const add = () => {
    const next = withNewCue(drafts, (media?.currentTime ?? 0) * 1000, durationMs);
    setDrafts(next.drafts);
    setFocused({ id: next.added.id });
  };
  const save = () => {
    setHasTried(true);
    const first = drafts.find(isBroken);
    if (first) return setFocused({ id: first.id });
    const sent = inOrder(drafts);
    setDrafts(sent);
    const onSuccess = () => {
      setSaved(sent);
      toastSuccess(t('videos.captionsSaved', { label }));
    };
    put.mutate({ language, label, text: vttOf(sent) }, { onSuccess });
  };
  return {
    language,
    durationMs,
    drafts,
    /** Those at the player's position. */
    current,
    /** The same as the picture shows them. */
    cues,
    hasTried,
    focused,
    isChanged,
    isSaving: put.isPending,
    failure:
      broken.length > 0
        ? t('captionEditor.problems', { count: broken.length })
        : put.error && detailOr(put.error, t('videos.captionsFailed')),
    add,
    change: useCallback(
      (id: number, change: CueChange) =>
        setDrafts((all) => all.map((draft) => (draft.id === id ? changedDraft(draft, change) : draft))),
      [setDrafts],
    ),
    remove: useCallback(
      (id: number) => setDrafts((all) => all.filter((draft) => draft.id !== id)),
      [setDrafts],
    ),
    save,
  };
}

/** The cues at the player's position, which is read for every frame while it plays. */
function useCurrent(drafts: readonly CueDraft[], media: HTMLVideoElement | null): readonly CueDraft[] {
  const [current, setCurrent] = useState<readonly CueDraft[]>([]);
  useEffect(() => {
    if (!media) return;
    let frame = 0;
    const check = () => {
      cancelAnimationFrame(frame);
      const nowMs = media.currentTime * 1000;
      const next = drafts.filter((draft) => isAt(draft, nowMs));
      setCurrent((known) => (isSame(known, next) ? known : next));
      if (!media.paused) frame = requestAnimationFrame(check);
    };
    check();
    return endAll([
      listen(media, 'playing', check),
      listen(media, 'timeupdate', check),
      listen(media, 'seeking', check),
      () => cancelAnimationFrame(frame),
    ]);
  }, [drafts, media]);
  return current;
}

const isSame = (one: readonly CueDraft[], other: readonly CueDraft[]): boolean =>
  one.length === other.length && one.every((draft, index) => draft === other[index]);
