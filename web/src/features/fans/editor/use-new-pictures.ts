import { useEffect, useRef, useState } from 'react';
import type { NewPicture } from '../../../lib/pictures/picture-choice.ts';
import { encodePicture, PictureError } from '../../../lib/pictures/picture.encode.ts';
import type { Size } from '../../../lib/pictures/picture-shape.ts';

/** Makes pictures of files, one after the other; all of them are shown while the page has them. */
export function useNewPictures(size: Size, onNew: (picture: NewPicture) => void) {
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
