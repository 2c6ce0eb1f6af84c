import { useState } from 'react';
import type { Channel, ProfileUpdate } from '#shared/channels/channels.ts';
import { ApiFailure, call } from '#web/lib/api/api.ts';
import { addressOf } from '#web/lib/pictures/pictures-upload.ts';
import { toastSuccess } from '#web/ui/overlays/toast.tsx';
import {
  formOf,
  pictureChanges,
  problemsOf,
  type ProfileForm,
  statusChanges,
  textChanges,
} from './profile-form.ts';
import { useDraft } from '#web/lib/hooks/use-kept.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface UseProfileOptions {
  readonly channel: Channel;
  readonly onClose: () => void;
  readonly onSaved: (channel: Channel) => void;
}

/** The form with validation and saving. */
export function useProfile({ channel, onClose, onSaved }: UseProfileOptions) {
  const before = formOf(channel);
  const { form, change } = useDraft('profile', before);
  const [tries, setTries] = useState(0);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const problems = problemsOf(form, before);

  const save = async (): Promise<void> => {
    setTries(tries + 1);
    setFailure(null);
    if (Object.keys(problems).length > 0) return;
    setIsSaving(true);
    try {
      const saved = await saveProfile(form, before);
      if (saved) onSaved(saved);
      if (saved) toastSuccess(t('profile.profileSaved'));
      onClose();
    } catch (error) {
      setFailure(saveFailureText(error));
      setIsSaving(false);
    }
  };
  return {
    form,
    before,
    change,
    problems: tries > 0 ? problems : {},
    tries,
    save,
    isSaving,
    failure,
  };
}

/** Returns the channel, or `null` without changes. Throws `ApiFailure`; safe to retry. */
export async function saveProfile(form: ProfileForm, before: ProfileForm): Promise<Channel | null> {
  const pictures: ProfileUpdate = {};
  for (const [name, picture] of pictureChanges(form, before)) {
    pictures[name] = await addressOf(picture);
  }
  const profile = { ...textChanges(form, before), ...pictures };
  const status = statusChanges(form, before);
  let channel: Channel | null = null;
  if (hasFields(profile)) channel = await call('PUT /streamers/profile', { body: profile });
  if (hasFields(status)) channel = await call('PATCH /streamers/status', { body: status });
  return channel;
}

export const saveFailureText = (error: unknown): string =>
  error instanceof ApiFailure && (error.detail !== undefined || error.code === 'network')
    ? error.message
    : t('profile.saveFailed');

const hasFields = (update: object): boolean => Object.keys(update).length > 0;
