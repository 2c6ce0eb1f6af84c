import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { MAX_FAN_PICTURES } from '#shared/plain/fans/fan-limits.ts';
import { type PictureChoice, srcOf, THUMBNAIL_SIZE } from '#web/lib/pictures/picture.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { IconButton } from '#web/ui/button.tsx';
import { PictureButton } from '#web/ui/forms/picture-button.tsx';
import { useNewPicture } from '#web/ui/forms/use-new-picture.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface PicturesFieldProps {
  readonly pictures: readonly PictureChoice[];
  /** Given how the pictures change: some are ready only after others were added or removed. */
  readonly onChange: (next: (pictures: readonly PictureChoice[]) => readonly PictureChoice[]) => void;
}

/** The first picture is displayed on the fan's card. */
export function PicturesField({ pictures, onChange }: PicturesFieldProps) {
  const hintId = useId();
  const { box, removed } = useRemovalFocus<HTMLFieldSetElement>('li>button', 'button');
  const { take, isBusy, problem } = useNewPicture(
    THUMBNAIL_SIZE,
    (picture) => onChange((pictures) => [...pictures, picture]),
    true,
  );
  return (
    <fieldset ref={box} className="min-w-0" aria-describedby={hintId}>
      <legend className="mb-1.5 text-sm font-medium">{t('fans.pictures')}</legend>
      {pictures.length > 0 && (
        <ul className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {pictures.map((picture, at) => (
            <li key={srcOf(picture)} className="relative">
              <img
                src={srcOf(picture)}
                alt={t('fans.pictureNumber', { at: at + 1 })}
                className="aspect-video w-full rounded-md border border-line object-cover"
              />
              <IconButton
                label={t('fans.removePicture', { at: at + 1 })}
                variant="secondary"
                onClick={() => {
                  removed(at);
                  onChange((pictures) => pictures.filter((one) => one !== picture));
                }}
                className="absolute top-1 end-1"
              >
                <Trash2 className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_FAN_PICTURES && (
        <PictureButton label={t('fans.pictureOfFan')} isBusy={isBusy} onTake={take}>
          {t('fans.addPicture')}
        </PictureButton>
      )}
      <p id={hintId} role="status" className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem ?? t('fans.picturesHint', { max: MAX_FAN_PICTURES })}
      </p>
    </fieldset>
  );
}
