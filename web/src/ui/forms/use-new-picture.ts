import { useEffect, useRef, useState } from 'react';
import { encodePicture, PictureError } from '#web/lib/pictures/picture-encode.ts';
import type { NewPicture, Size } from '#web/lib/pictures/picture.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Encodes chosen files: the last one, or each if `isMultiple`. Object URLs live until unmount. */
export function useNewPicture(size: Size, onNew: (picture: NewPicture) => void, isMultiple = false) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  const pending = useRef(0);
  const isGone = useRef(false);
  const urls = useRef<string[]>([]);
  useEffect(() => {
    const all = urls.current;
    isGone.current = false;
    return () => {
      isGone.current = true;
      revokeAll(all);
    };
  }, []);

  const take = (file: File | undefined): void => {
    if (!file) return;
    const number = ++latest.current;
    const isWanted = () => !isGone.current && (isMultiple || latest.current === number);
    pending.current += 1;
    setIsBusy(true);
    setProblem(null);
    encodePicture(file, size)
      .then((blob) => {
        if (!isWanted()) return;
        if (!isMultiple) revokeAll(urls.current);
        const url = URL.createObjectURL(blob);
        urls.current.push(url);
        onNew({ blob, url });
      })
      .catch((error: unknown) => {
        if (isWanted())
          setProblem(error instanceof PictureError ? error.message : t('common.pictureUnreadable'));
      })
      .finally(() => {
        pending.current -= 1;
        setIsBusy(pending.current > 0);
      });
  };
  return { take, isBusy, problem };
}
const revokeAll = (urls: string[]): void => urls.splice(0).forEach((url) => URL.revokeObjectURL(url));
