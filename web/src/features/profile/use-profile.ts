/** What "Edit profile" does, without its looks. */
import { useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { toastSuccess } from '../../ui/overlays/toast.tsx';
import { type ProfileForm, formOf, problemsOf } from './profile-form.ts';
import { saveProfile, whyNotSaved } from './save-profile.ts';

interface UseProfileOptions {
  readonly channel: Channel;
  readonly onClose: () => void;
  readonly onSaved: (channel: Channel) => void;
}

/** The form, checked and saved. It starts from the channel as it was when the dialog was opened. */
export function useProfile({ channel, onClose, onSaved }: UseProfileOptions) {
  const [before] = useState(() => formOf(channel));
  const [form, setForm] = useState<ProfileForm>(before);
  const [tries, setTries] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const problems = problemsOf(form, before);

  const save = async (): Promise<void> => {
    setTries(tries + 1);
    setFailure(Object.values(problems)[0] ?? null);
    if (Object.keys(problems).length > 0) return;
    setIsSaving(true);
    try {
      const saved = await saveProfile(form, before);
      if (saved) onSaved(saved);
      if (saved) toastSuccess('Profile saved');
      onClose();
    } catch (error) {
      setFailure(whyNotSaved(error));
      setIsSaving(false);
    }
  };
  return {
    form,
    before,
    change: (change: Partial<ProfileForm>) => setForm((form) => ({ ...form, ...change })),
    problems: tries > 0 ? problems : {},
    tries,
    save,
    isSaving,
    failure,
  };
}
