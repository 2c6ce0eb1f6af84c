import { useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '../../lib/is-composing.ts';

/** A pause in typing this long asks for suggestions. */
const PAUSE_MS = 150;

/**
 * What is typed into a field, while suggestions are wanted: from a pause in typing until Escape, a choice, a submit, or
 * until the field is left. `keys` are for the arrows and Enter.
 */
export function useCombobox(
  input: HTMLInputElement,
  keys: { readonly count: () => number; readonly choose: (option: number) => void },
) {
  /** What is typed, trimmed, after a pause; empty while the list is to be closed. */
  const [text, setText] = useState('');
  /** The option that the arrows have reached; -1: none. */
  const [active, setActive] = useState(-1);

  const ask = () => {
    setActive(-1);
    setText(input.value.trim());
  };
  const close = () => {
    setActive(-1);
    setText('');
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const count = keys.count();
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (count === 0) return ask();
      // The field itself stands between the last option and the first.
      const places = count + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      keys.choose(active);
    } else if (event.key === 'Escape' && count > 0) {
      // A second one empties the field, as browsers do.
      event.preventDefault();
      close();
    }
  });
  const onPause = useEffectEvent(ask);
  const onEnd = useEffectEvent(close);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(pause);
      onEnd();
    };
    const typed = () => {
      clearTimeout(pause);
      if (input.value.trim() === '') onEnd();
      else pause = setTimeout(onPause, PAUSE_MS);
    };
    input.addEventListener('input', typed, { signal });
    input.addEventListener('keydown', (event) => onKey(event), { signal });
    input.addEventListener('blur', end, { signal });
    input.form?.addEventListener('submit', end, { signal });
    // What was typed before this code came.
    if (document.activeElement === input && input.value !== input.defaultValue) typed();
    return () => {
      clearTimeout(pause);
      listening.abort();
    };
  }, [input]);

  return { text, active, close };
}

/** Tells assistive technology what the list is doing (WAI-ARIA 1.2, `combobox`). */
export function useComboboxAria(
  input: HTMLInputElement,
  { activeId, isOpen }: { activeId: string | undefined; isOpen: boolean },
): void {
  useEffect(() => {
    input.setAttribute('aria-autocomplete', 'list');
  }, [input]);
  useEffect(() => {
    input.setAttribute('aria-expanded', String(isOpen));
    if (activeId === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', activeId);
  }, [input, isOpen, activeId]);
}
