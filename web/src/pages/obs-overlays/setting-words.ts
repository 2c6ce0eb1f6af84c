import { t } from '#web/lib/i18n/messages.ts';
import type { OVERLAYS } from './overlay-settings.ts';

type Kinds = typeof OVERLAYS;
type SettingName = { [K in keyof Kinds]: keyof Kinds[K] }[keyof Kinds];

export const LABELS: Readonly<Record<SettingName, string>> = {
  'layer-width': t('overlays.width'),
  'layer-height': t('overlays.height'),
  font: t('overlays.font'),
  lines: t('overlays.lines'),
  fade: t('overlays.fade'),
  bots: t('overlays.bots'),
  commands: t('overlays.commands'),
  polls: t('overlays.polls'),
  time: t('overlays.time'),
  follows: t('overlays.follows'),
  clips: t('overlays.clips'),
  raids: t('overlays.raids'),
  goal: t('overlays.goal'),
  sound: t('overlays.sound'),
};

export const NOTES: Readonly<Partial<Record<SettingName, string>>> = {
  fade: t('overlays.fadeHint'),
  follows: t('overlays.followsHint'),
  goal: t('overlays.goalHint'),
};
