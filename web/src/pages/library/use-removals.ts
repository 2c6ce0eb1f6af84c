import { useState } from 'react';
import { t } from '#web/lib/i18n/messages.ts';
import { toastFailed } from '#web/ui/overlays/toast.tsx';

type Change = (id: string) => Promise<unknown>;

/** Which entries of a list are removed while it is open. Shows a change at once, and takes it back if it fails. */
export function useRemovals(remove: Change, restore: Change) {
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const show = (id: string, isRemoved: boolean) =>
    setRemoved((known) => new Set(isRemoved ? [...known, id] : [...known].filter((other) => other !== id)));
  const change = async (id: string, isRemoved: boolean) => {
    show(id, isRemoved);
    try {
      await (isRemoved ? remove : restore)(id);
    } catch (error) {
      show(id, !isRemoved);
      toastFailed(t('library.listNotChanged'), error);
    }
  };
  return {
    removed,
    remove: (id: string) => void change(id, true),
    restore: (id: string) => void change(id, false),
  };
}
