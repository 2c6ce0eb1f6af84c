import { MAX_COMPARED } from '../../../../../shared/plain/fans/fan-limits.ts';
import { useSetting } from '../../../lib/hooks/use-setting.ts';

/** The fans that this browser's reader has put aside to compare, by their ids; on all screens of fans. */
export function useChosen() {
  const [text, choose] = useSetting('fans-compared');
  const ids = text ? text.split(',') : [];
  return {
    ids,
    isFull: ids.length >= MAX_COMPARED,
    toggle: (id: string) => {
      const others = ids.filter((other) => other !== id);
      const next = others.length < ids.length ? others : [...ids, id].slice(-MAX_COMPARED);
      choose(next.length > 0 ? next.join(',') : null);
    },
    clear: () => choose(null),
  };
}
