import { CategoryField } from '#web/ui/forms/category-field.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { CopyField } from '#web/ui/overlays/copy-field.tsx';
import { Field, fieldClass, FormProblem, RequiredNote } from '#web/ui/forms/field.tsx';
import { PasswordField, TextArea, TextField } from '#web/ui/forms/inputs.tsx';
import { PictureButton } from '#web/ui/forms/picture-button.tsx';
import { SaveButton } from '#web/ui/forms/save-button.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { TagInput } from '#web/ui/forms/tag-input.tsx';
import { EmbedField } from '#web/ui/overlays/embed-field.tsx';
import { doNothing, type Specimens } from './specimens.ts';

const GRID = 'grid grid-cols-3 items-start gap-4';
const text = { value: 'Box fan', onChange: doNothing };

export const FORMS: Specimens = {
  notes: (
    <>
      <RequiredNote />
      <FormProblem title="Not saved" description="Check the fields below." />
    </>
  ),
  TextField: (
    <div className={GRID}>
      <TextField label="Plain" {...text} />
      <TextField label="Required" required hint="With a hint" {...text} />
      <TextField label="Wrong" error="Too long" {...text} />
      <TextField label="Empty" placeholder="A placeholder" />
      <TextField label="Disabled" disabled {...text} />
      <PasswordField label="Password" {...text} />
      <CategoryField label="Category" value="Box Fans" onChange={doNothing} />
      <Field label="Any field">{(ties) => <input {...ties} className={`${fieldClass} h-11`} />}</Field>
    </div>
  ),
  TextArea: (
    <div className={GRID}>
      <TextArea label="Plain" maxLength={100} rows={2} {...text} />
      <TextArea label="Wrong" maxLength={100} rows={2} error="Too short" {...text} />
      <TextArea label="Disabled" maxLength={100} rows={2} disabled {...text} />
    </div>
  ),
  SelectField: (
    <div className={GRID}>
      <SelectField label="Chosen" options={['One', 'Two']} value="One" onChange={doNothing} />
      <SelectField label="Empty" options={['One']} placeholder="Choose one" value="" onChange={doNothing} />
      <SelectField label="Wrong" options={['One']} error="Choose another" value="One" onChange={doNothing} />
      <SelectField label="Disabled" options={['One']} value="One" onChange={doNothing} disabled />
    </div>
  ),
  Switch: (
    <div className={GRID}>
      <Switch label="Off" checked={false} onChange={doNothing} />
      <Switch label="On" note="With a note" checked onChange={doNothing} />
      <Switch label="Disabled" checked disabled onChange={doNothing} />
    </div>
  ),
  Checkbox: (
    <div className={GRID}>
      <Checkbox checked={false} onChange={doNothing}>
        Off
      </Checkbox>
      <Checkbox checked onChange={doNothing}>
        On
      </Checkbox>
      <Checkbox checked disabled onChange={doNothing}>
        Disabled
      </Checkbox>
    </div>
  ),
  CopyField: (
    <div className={GRID}>
      <CopyField label="Plain" what="server" value="rtmp://example" note="With a note" />
      <CopyField label="Secret" what="key" value="sk_example" secret />
    </div>
  ),
  TagInput: (
    <div className={GRID}>
      <TagInput tags={['quiet', 'large']} onChange={doNothing} />
      <TagInput tags={['quiet']} onChange={doNothing} disabled />
    </div>
  ),
  PictureButton: (
    <div className="flex gap-3">
      <PictureButton label="Picture" isBusy={false} onTake={doNothing}>
        Choose a picture
      </PictureButton>
      <PictureButton label="Picture" isBusy onTake={doNothing}>
        Choose a picture
      </PictureButton>
    </div>
  ),
  SaveButton: (
    <div className={GRID}>
      <SaveButton isChanged busy={false} onSave={doNothing} />
      <SaveButton isChanged={false} busy={false} />
      <SaveButton isChanged busy onSave={doNothing} />
    </div>
  ),
  EmbedField: <EmbedField path="/channel/GaleForce/embed" title="Evening breeze" onCopied={doNothing} />,
};
