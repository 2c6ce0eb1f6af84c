import { useMedia, useSetting } from '#web/lib/hooks/browser-hooks.ts';

const KEY = 'player.autoplayNext';

/** Whether the next video plays by itself. Until the viewer chooses, it does, except with reduced motion. */
export function useAutoplayNext(): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [chosen, choose] = useSetting(KEY);
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  return [chosen === null ? !isCalm : chosen === 'on', (isOn) => choose(isOn ? 'on' : 'off')];
}
