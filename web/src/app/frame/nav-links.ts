import { Compass, Heart, House } from 'lucide-react';
import { paths } from '#web/lib/paths.ts';
import { FanMark } from '#web/ui/fan-mark.tsx';
import { t } from '#web/lib/i18n/messages.ts';

export const navLinks = [
  { to: paths.home(), label: t('app.home'), Icon: House },
  { to: paths.browse(), label: t('app.browse'), Icon: Compass },
  { to: paths.following(), label: t('app.following'), Icon: Heart },
  { to: paths.fans(), label: t('app.fans'), Icon: FanMark },
] as const;
