import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { Channel } from '../../../../shared/channels/streamers.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogForm } from '../../ui/overlays/dialog.tsx';
import { TextLink } from '../../ui/links/links.tsx';
import { useProblemInSight } from '../../ui/forms/use-problem-in-sight.ts';
import { ProfileFields, StreamFields } from './profile-fields.tsx';
import { isChanged } from './profile-form.ts';
import { useProfile } from './use-profile.ts';
import { t } from '../../lib/i18n/messages.ts';

export interface ProfileDialogProps {
  readonly channel: Channel;
  readonly categories: readonly string[];
  readonly onClose: () => void;
  /** Renders the choice of fans. */
  readonly fansOf: (channel: Channel) => ReactNode;
  readonly onSaved: (channel: Channel) => void;
}

/** Edits the user's channel. Closing with changes needs a second press. */
export function ProfileDialog({ channel, categories, onClose, onSaved, fansOf }: ProfileDialogProps) {
  const profile = useProfile({ channel, onClose, onSaved });
  const { form, before, problems, isSaving, failure } = profile;
  const formRef = useProblemInSight(profile.tries);
  const [isClosing, setIsClosing] = useState(false);
  const leave = () => {
    if (isSaving) return;
    if (isChanged(form, before)) setIsClosing(true);
    else onClose();
  };
  const goElsewhere = (event: MouseEvent) => {
    if (!isChanged(form, before)) return;
    event.preventDefault();
    setIsClosing(true);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsClosing(false);
    void profile.save();
  };
  return (
    <Dialog title={t('profile.editProfile')} description={t('profile.editProfileHint')} onClose={leave}>
      <DialogForm
        ref={formRef}
        onSubmit={submit}
        failure={failure}
        isBusy={isSaving}
        submit={isSaving ? t('common.saving') : t('common.saveChanges')}
        onCancel={leave}
        question={isClosing && <UnsavedQuestion onStay={() => setIsClosing(false)} onLeave={onClose} />}
      >
        <fieldset disabled={isSaving} className="min-w-0 space-y-8">
          <ProfileFields form={form} problems={problems} onChange={profile.change} />
          <hr className="border-line" />
          <StreamFields form={form} problems={problems} onChange={profile.change} categories={categories} />
          {fansOf(channel)}
          <hr className="border-line" />
          <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
            <TextLink to={paths.changePassword()} onClick={goElsewhere}>
              {t('profile.changePassword')}
            </TextLink>
            <TextLink to={paths.settings()} onClick={goElsewhere}>
              {t('profile.settings')}
            </TextLink>
          </p>
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}

function UnsavedQuestion({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-3">
      <p role="status" className="me-auto text-sm">
        {t('profile.unsavedChanges')}
      </p>
      <Button variant="ghost" onClick={onLeave}>
        {t('profile.discard')}
      </Button>
      {/* Cancel had the focus and is gone. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button onClick={onStay} autoFocus>
        {t('profile.keepEditing')}
      </Button>
    </div>
  );
}
