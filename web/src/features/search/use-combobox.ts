import { useEffect, useEffectEvent, useState } from 'react';
import { isComposing } from '#web/lib/keyboard/is-composing.ts';

/** The pause in typing before a request. */
const PAUSE_MS = 150;

/**
 * The text of a field while suggestions are open: from a pause in typing until Escape, a choice, a submit or a blur.
 * `keys` handles arrows and Enter.
 */
export function useCombobox(
  input: HTMLInputElement,
  keys: { readonly count: () => number; readonly choose: (option: number) => void },
) {
  /** The trimmed text after a pause; empty while closed. */
  const [text, setText] = useState('');
  /** The index of the active option; -1: none. */
  const [active, setActive] = useState(-1);

  const suggest = () => {
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
      if (count === 0) return suggest();
      // The field itself is between the last option and the first.
      const places = count + 1;
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      keys.choose(active);
    } else if (event.key === 'Escape' && count > 0) {
      // A second Escape clears the field, as browsers do.
      event.preventDefault();
      close();
    }
  });
  const onType = useEffectEvent(() => setActive(-1));
  const onPause = useEffectEvent(suggest);
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
      onType();
      if (input.value.trim() === '') onEnd();
      else pause = setTimeout(onPause, PAUSE_MS);
    };
    input.addEventListener('input', typed, { signal });
    input.addEventListener('keydown', (event) => onKey(event), { signal });
    input.addEventListener('blur', end, { signal });
    input.form?.addEventListener('submit', end, { signal });
    // Text typed before this code loaded.
    if (document.activeElement === input && input.value !== input.defaultValue) typed();
    return () => {
      clearTimeout(pause);
      listening.abort();
    };
  }, [input]);

  return { text, active, close };
}

/** Sets the ARIA state (WAI-ARIA 1.2, `combobox`). */
export function useComboboxAria(
  input: HTMLInputElement,
  { listId, activeId, isOpen }: { listId: string; activeId: string | undefined; isOpen: boolean },
): void {
  useEffect(() => {
    input.setAttribute('aria-autocomplete', 'list');
  }, [input]);
  useEffect(() => {
    input.setAttribute('aria-expanded', String(isOpen));
    setOrRemove(input, 'aria-controls', isOpen ? listId : undefined);
    setOrRemove(input, 'aria-activedescendant', activeId);
  }, [input, isOpen, listId, activeId]);
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
