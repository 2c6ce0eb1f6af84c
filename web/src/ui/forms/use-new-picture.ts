import { useEffect, useRef, useState } from 'react';
import { encodePicture, PictureError } from '../../lib/pictures/picture.encode.ts';
import type { NewPicture, Size } from '../../lib/pictures/picture.ts';
import { t } from '../../lib/i18n/messages.ts';

/** Encodes chosen files: the last one, or each if `isMultiple`. Object URLs live until unmount. */
export function useNewPicture(size: Size, onNew: (picture: NewPicture) => void, isMultiple = false) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef<File | null>(null);
  const urls = useRef<string[]>([]);
  useEffect(() => () => revokeAll(urls.current), []);

  const take = (file: File | undefined): void => {
    if (!file) return;
    latest.current = file;
    setIsBusy(true);
    setProblem(null);
    encodePicture(file, size)
      .then((blob) => {
        if (!isMultiple) {
          if (latest.current !== file) return;
          revokeAll(urls.current);
        }
        const url = URL.createObjectURL(blob);
        urls.current.push(url);
        onNew({ blob, url });
      })
      .catch((error: unknown) =>
        setProblem(error instanceof PictureError ? error.message : t('common.pictureUnreadable')),
      )
      .finally(() => setIsBusy(false));
  };
  return { take, isBusy, problem };
}
const revokeAll = (urls: string[]): void => urls.splice(0).forEach((url) => URL.revokeObjectURL(url));
