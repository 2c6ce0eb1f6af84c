import { Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_FAN_PICTURES } from '../../../../../shared/plain/fans/fan-limits.ts';
import {
  type NewPicture,
  type PictureChoice,
  srcOf,
  type Size,
  THUMBNAIL_SIZE,
} from '../../../lib/pictures/picture.ts';
import { encodePicture, PictureError } from '../../../lib/pictures/picture.encode.ts';
import { IconButton } from '../../../ui/button.tsx';
import { PictureButton } from '../../../ui/forms/picture-button.tsx';

interface PicturesFieldProps {
  readonly pictures: readonly PictureChoice[];
  /** Given how the pictures change: some are ready only after others were added or removed. */
  readonly onChange: (next: (pictures: readonly PictureChoice[]) => readonly PictureChoice[]) => void;
}

/** A few pictures of a fan; the first stands on its card. */
export function PicturesField({ pictures, onChange }: PicturesFieldProps) {
  const hintId = useId();
  const { take, isBusy, problem } = useNewPictures(THUMBNAIL_SIZE, (picture) =>
    onChange((pictures) => [...pictures, picture]),
  );
  return (
    <fieldset className="min-w-0" aria-describedby={hintId}>
      <legend className="mb-1.5 text-sm font-medium">Pictures</legend>
      {pictures.length > 0 && (
        <ul className="mb-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
          {pictures.map((picture, at) => (
            <li key={srcOf(picture)} className="relative">
              <img
                src={srcOf(picture)}
                alt={`Number ${at + 1}`}
                className="aspect-video w-full rounded-md border border-line object-cover"
              />
              <IconButton
                label={`Remove picture ${at + 1}`}
                variant="secondary"
                onClick={() => onChange((pictures) => pictures.filter((one) => one !== picture))}
                className="absolute top-1 right-1"
              >
                <Trash2 className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pictures.length < MAX_FAN_PICTURES && (
        <PictureButton label="Picture of the fan" isBusy={isBusy} onTake={take}>
          Add picture
        </PictureButton>
      )}
      <p id={hintId} role="status" className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem ?? `Up to ${MAX_FAN_PICTURES}, cut to 16:9. The first stands on its card.`}
      </p>
    </fieldset>
  );
}

/** Makes pictures of files, one after the other; all of them are shown while the page has them. */
function useNewPictures(size: Size, onNew: (picture: NewPicture) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const made = useRef<string[]>([]);
  useEffect(() => () => made.current.forEach((url) => URL.revokeObjectURL(url)), []);

  const take = (file: File | undefined): void => {
    if (!file) return;
    setIsBusy(true);
    setProblem(null);
    encodePicture(file, size)
      .then((blob) => {
        const url = URL.createObjectURL(blob);
        made.current.push(url);
        onNew({ blob, url });
      })
      .catch((error: unknown) =>
        setProblem(error instanceof PictureError ? error.message : 'This picture could not be read.'),
      )
      .finally(() => setIsBusy(false));
  };
  return { take, isBusy, problem };
}
