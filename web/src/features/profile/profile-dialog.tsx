import type { FormEvent, MouseEvent, ReactNode } from 'react';
import type { Channel } from '#shared/channels/channels.ts';
import { paths } from '#web/lib/paths.ts';
import { Dialog, DialogForm, useCloseDialog } from '#web/ui/overlays/dialog.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { RequiredNote } from '#web/ui/forms/field.tsx';
import { useScrollToProblem } from '#web/ui/forms/use-scroll-to-problem.ts';
import { ProfileFields, StreamFields } from './profile-fields.tsx';
import { isChanged } from './profile-form.ts';
import { useProfile } from './use-profile.ts';
import { t } from '#web/lib/i18n/messages.ts';

export interface ProfileDialogProps {
  readonly channel: Channel;
  readonly categories: readonly string[];
  readonly onClose: () => void;
  /** Renders the choice of fans. */
  readonly fansOf: (channel: Channel) => ReactNode;
  readonly onSaved: (channel: Channel) => void;
}

/** Edits the user's channel. */
export function ProfileDialog({ channel, categories, onClose, onSaved, fansOf }: ProfileDialogProps) {
  const profile = useProfile({ channel, onClose, onSaved });
  const { form, before, problems, isSaving, failure } = profile;
  const formRef = useScrollToProblem(profile.tries);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void profile.save();
  };
  return (
    <Dialog
      title={t('profile.editProfile')}
      description={t('profile.editProfileHint')}
      onClose={() => isSaving || onClose()}
      isChanged={() => isChanged(form, before)}
    >
      <DialogForm
        ref={formRef}
        onSubmit={submit}
        failure={failure}
        isBusy={isSaving}
        submit={isSaving ? t('common.saving') : t('common.saveChanges')}
      >
        <fieldset role="none" disabled={isSaving} className="min-w-0 space-y-8">
          <RequiredNote />
          <ProfileFields form={form} problems={problems} onChange={profile.change} />
          <hr className="border-line" />
          <StreamFields
            form={form}
            before={before}
            problems={problems}
            onChange={profile.change}
            categories={categories}
          />
          {fansOf(channel)}
          <hr className="border-line" />
          <Elsewhere isHeld={isChanged(form, before)} />
        </fieldset>
      </DialogForm>
    </Dialog>
  );
}

/** Links to what is changed on other pages. With changes here, the dialog asks first. */
function Elsewhere({ isHeld }: { readonly isHeld: boolean }) {
  const close = useCloseDialog();
  const hold = (event: MouseEvent) => {
    if (!isHeld) return;
    event.preventDefault();
    close();
  };
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      <TextLink to={paths.changePassword()} onClick={hold}>
        {t('profile.changePassword')}
      </TextLink>
      <TextLink to={paths.settings()} onClick={hold}>
        {t('profile.settings')}
      </TextLink>
    </p>
  );
}
