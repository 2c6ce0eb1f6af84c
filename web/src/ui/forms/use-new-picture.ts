import { useEffect, useRef, useState } from 'react';
import { encodePicture, PictureError } from '../../lib/pictures/picture.encode.ts';
import type { NewPicture, Size } from '../../lib/pictures/picture.ts';

/** Makes a picture of the file that was chosen last. */
export function useNewPicture(size: Size, onChange: (picture: NewPicture) => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  const shown = useRef('');
  useEffect(() => () => URL.revokeObjectURL(shown.current), []);

  const take = (file: File | undefined): void => {
    if (!file) return;
    latest.current = file;
    setIsBusy(true);
    setProblem(null);
    encodePicture(file, size)
      .then((blob) => {
        if (latest.current !== file) return;
        URL.revokeObjectURL(shown.current);
        shown.current = URL.createObjectURL(blob);
        onChange({ blob, url: shown.current });
      })
      .catch((error: unknown) =>
        setProblem(error instanceof PictureError ? error.message : 'This picture could not be read.'),
      )
      .finally(() => setIsBusy(false));
  };
  return { take, isBusy, problem };
}
