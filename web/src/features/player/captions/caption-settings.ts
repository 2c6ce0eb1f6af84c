/** How the viewer reads captions. It is stored in the browser, and every later player starts with it. */
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { language, t } from '#web/lib/i18n/messages.ts';
import type { Captions } from '#shared/videos/videos.ts';
import { chooseCaptions } from '#web/lib/media/choose-captions.ts';

export const SIZES = [
  { value: '0.75', name: t('player.captionsSmall') },
  { value: '1', name: t('player.captionsNormal') },
  { value: '1.5', name: t('player.captionsLarge') },
  { value: '2', name: t('player.captionsVeryLarge') },
] as const;

export const BACKGROUNDS = [
  { value: 'solid', name: t('player.captionsSolid') },
  { value: 'clear', name: t('player.captionsTranslucent') },
  { value: 'none', name: t('player.captionsNoBackground') },
] as const;

export type CaptionSettings = ReturnType<typeof useCaptionSettings>;

/** Off until the viewer turns them on; then in the language that they chose last, or that of the site. */
export function useCaptionSettings(captions: readonly Captions[]) {
  const [isOn, setOn] = useSetting('player.captions');
  const [wanted, setWanted] = useSetting('player.captionLanguage');
  const [size, setSize] = useSetting('player.captionSize');
  const [background, setBackground] = useSetting('player.captionBackground');
  const preferred = chooseCaptions(captions, [wanted, language, ...navigator.languages]);
  return {
    /** `null` when they are off. */
    chosen: isOn === null ? null : preferred,
    toggle: () => setOn(isOn === null ? 'on' : null),
    turnOff: () => setOn(null),
    choose: (language: string) => {
      setWanted(language);
      setOn('on');
    },
    size: SIZES.find(({ value }) => value === size)?.value ?? '1',
    setSize,
    background: BACKGROUNDS.find(({ value }) => value === background)?.value ?? 'clear',
    setBackground,
  };
}
