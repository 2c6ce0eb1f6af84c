import { Compass, Heart, House } from 'lucide-react';
import { paths } from '../../lib/paths.ts';
import { FanMark } from '../../ui/fan-mark.tsx';

export const navLinks = [
  { to: paths.home(), label: 'Home', Icon: House },
  { to: paths.browse(), label: 'Browse', Icon: Compass },
  { to: paths.following(), label: 'Following', Icon: Heart },
] as const;

export const sidebarLinks = [...navLinks, { to: paths.fans(), label: 'Fans', Icon: FanMark }] as const;
