/**
 * Typed text outlives a session that ends by itself: in another tab, by a changed password, or by a refused token. The
 * same person finds it after the next log-in in this tab. A log-out here forgets it.
 */
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { readSession, subscribeToSession } from '../api/session/session.ts';
import { forgetAll, keep, keepText, readKept } from '../kept.ts';

const PREFIX = 'typed.';

/** The state of a form. `key` names the form and what it is about; new pictures are not kept. */
export function useKept<T>(key: string, initial: () => T): [T, Dispatch<SetStateAction<T>>] {
  const [first] = useState(initial);
  const [name] = useState(() => nameOf(key));
  const [state, setState] = useState<T>(() => restored(name, first));
  const latest = useRef(state);
  useLayoutEffect(() => void (latest.current = state));
  useAtSessionEnd(name, () => (latest.current === first ? undefined : withoutPictures(latest.current)));
  return [state, setState];
}

const NO_CHANGES = {};

/** A form beside what is saved: it has the fields that were changed, and all others as they are saved now. */
export function useDraft<T extends object>(key: string, saved: T) {
  const [draft, setDraft] = useKept(key, () => NO_CHANGES as Partial<T>);
  const form: T = { ...saved, ...draft };
  return {
    form,
    change: (change: Partial<T>): void => setDraft((draft) => ({ ...draft, ...change })),
    /** After the draft has been saved. */
    forgetDraft: (): void => setDraft(NO_CHANGES as Partial<T>),
  };
}

/** Also a password that is visible at the moment. */
const UNKEPT = '[type=password], [autocomplete$=password], [autocomplete=one-time-code], [hidden]';

/** The fields of a form that have no secrets and hold their values themselves. */
export function useKeptFields(form: RefObject<HTMLFormElement | null>, key: string): void {
  const [name] = useState(() => nameOf(key));
  const fields = () =>
    [...(form.current?.elements ?? [])].filter(
      (field) => field instanceof HTMLInputElement && !field.matches(UNKEPT),
    ) as HTMLInputElement[];
  useLayoutEffect(() => {
    const values = name === null ? null : (readKept('sessionStorage', name) as Record<string, string> | null);
    for (const field of fields()) field.value = values?.[field.name] ?? field.value;
    // Only when it appears.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useAtSessionEnd(name, () => Object.fromEntries(fields().map((field) => [field.name, field.value])));
}

/** `null`: for visitors nothing is kept. */
function nameOf(key: string): string | null {
  const userId = readSession()?.user.id;
  return userId === undefined ? null : `${PREFIX}${userId}.${key}`;
}

function restored<T>(name: string | null, first: T): T {
  const kept = name === null ? null : (readKept('sessionStorage', name) as T | null);
  return isRecord(first) && isRecord(kept) ? { ...first, ...kept } : (kept ?? first);
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function useAtSessionEnd(name: string | null, read: () => unknown): void {
  const latest = useRef(read);
  useLayoutEffect(() => void (latest.current = read));
  useEffect(() => {
    if (name === null) return;
    keepText('sessionStorage', name, null);
    return subscribeToSession(() => {
      const value = readSession() === null ? latest.current() : undefined;
      if (value !== undefined) keep('sessionStorage', name, value);
    });
  }, [name]);
}

const isPicture = (value: unknown): boolean => isRecord(value) && 'blob' in value;

/** Their addresses end with the page. */
const withoutPictures = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      isPicture(part) ? undefined : Array.isArray(part) ? part.filter((one) => !isPicture(one)) : part,
    ),
  );

/** After a log-out. */
export const forgetTyped = (): void => forgetAll('sessionStorage', PREFIX);
