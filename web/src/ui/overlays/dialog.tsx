import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  createContext,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { appHistory } from '#web/lib/hooks/guarded-history.ts';
import { isComposing } from '#web/lib/keyboard/is-composing.ts';
import { Button, IconButton } from '../button.tsx';
import { isInToasts } from './toast-place.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** For fullscreen elements, which hide everything else. @default the page */
  readonly container?: HTMLElement | null;
  /**
   * Called by the close button, Escape, a press outside or Back. Where something was typed, or `isChanged` says that
   * something was chosen, the dialog asks first.
   */
  readonly onClose: () => void;
  readonly isChanged?: () => boolean;
  /** One row may scroll, otherwise all do. */
  readonly children: ReactNode;
}

/** A modal dialog: at the bottom on phones, otherwise centred. */
export function Dialog({ title, description, container = null, onClose, isChanged, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useRestingPage();
  const content = useRef<HTMLDivElement>(null);
  const typed = useTyped();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    if (typed.isChanged(content.current) || isChanged?.()) setIsAsking(true);
    else onClose();
  };
  const discard = () => {
    setIsAsking(false);
    onClose();
  };
  const closeLatest = useLatest(close);
  useBack(closeLatest);
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open onOpenChange={(open) => open || close()}>
      <Radix.Portal container={container}>
        <div
          onBlur={keepFocusOnToast}
          className="fixed inset-0 z-overlay flex items-end justify-center bg-black/60 pt-4 sm:items-center sm:p-6 short:p-2"
        >
          <Radix.Content
            onOpenAutoFocus={focusWhole}
            onCloseAutoFocus={giveFocusBack}
            ref={content}
            onFocus={typed.note}
            onSubmit={typed.noteSent}
            onKeyDown={(event) => closeByKey(event, close)}
            onEscapeKeyDown={(event) =>
              (isInToasts(event.target) || isComposing(event)) && event.preventDefault()
            }
            {...(!description && { 'aria-describedby': undefined })}
            className="flex max-h-full w-full animate-rise flex-col overflow-y-auto overscroll-contain rounded-t-xl bg-surface outline-none sm:max-w-2xl sm:rounded-xl sm:border sm:border-line sm:shadow-dialog"
          >
            <header className="flex items-start gap-4 border-b border-line px-4 py-3 sm:px-6">
              <div className="min-w-0 flex-1">
                <Radix.Title
                  // Without a description, aligns with the close button.
                  className={`text-lg font-semibold ${description ? '' : 'py-1.5 pointer-coarse:py-2'}`}
                >
                  {title}
                </Radix.Title>
                {description && (
                  <Radix.Description className="text-sm text-soft">{description}</Radix.Description>
                )}
              </div>
              <IconButton label={t('common.close')} onClick={close} className="-me-2">
                <X className="size-5" />
              </IconButton>
            </header>
            <CloseDialog value={closeLatest}>{children}</CloseDialog>
            {isAsking && <UnsavedQuestion onStay={() => setIsAsking(false)} onLeave={discard} />}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the dialog around it, or asks first. */
const CloseDialog = createContext<() => void>(() => {});
export const useCloseDialog = (): (() => void) => use(CloseDialog);

const TYPED = 'textarea, input:not([type]), input:is([type=text], [type=email], [type=url], [type=number])';

/** Whether fields have another text than when they were entered first. What was sent is kept, unless an alert says that it failed. */
function useTyped() {
  const [first] = useState(() => new Map<HTMLInputElement, string>());
  const [sent] = useState(() => new Map<HTMLInputElement, string>());
  return {
    note: ({ target }: FocusEvent) => {
      const field = target as HTMLInputElement;
      if (field.matches(TYPED) && !first.has(field)) first.set(field, field.value);
    },
    noteSent: () => first.forEach((_, field) => sent.set(field, field.value)),
    isChanged: (dialog: HTMLElement | null) => {
      const hasFailed = dialog?.querySelector('[role=alert]:not(:empty)') != null;
      return [...first].some(([field, text]) => {
        const isKept = field.value === text || (!hasFailed && field.value === sent.get(field));
        return field.isConnected && !isKept;
      });
    },
  };
}

/** The same function in each render, which calls the latest one. */
function useLatest(act: () => void): () => void {
  const latest = useRef(act);
  useLayoutEffect(() => void (latest.current = act));
  return useCallback(() => latest.current(), []);
}

/** Back, as phones have it in their frame, closes the dialog instead of leaving the page. */
const useBack = (close: () => void): void =>
  useEffect(() => appHistory.guard({ isForBack: true, isNeeded: () => true, onBlocked: close }), [close]);

function UnsavedQuestion({ onStay, onLeave }: { readonly onStay: () => void; readonly onLeave: () => void }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-3 border-t border-line bg-surface px-4 py-3 sm:px-6">
      <p role="status" className="me-auto text-sm">
        {t('common.unsavedChanges')}
      </p>
      <Button variant="ghost" onClick={onLeave}>
        {t('common.discard')}
      </Button>
      {/* Escape or Cancel had the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <Button onClick={onStay} autoFocus>
        {t('common.keepEditing')}
      </Button>
    </div>
  );
}

export const DialogButtons = ({ children }: { readonly children: ReactNode }) => (
  <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 sm:px-6">
    {children}
  </footer>
);

/**
 * Prevents scrolling behind and compensates for the scroll bar. Radix's own overlay uses a style element, which the
 * Content-Security-Policy forbids.
 */
function useRestingPage(): void {
  useLayoutEffect(() => {
    const { style, clientWidth } = document.documentElement;
    const scrollBarPx = window.innerWidth - clientWidth;
    openDialogs += 1;
    if (openDialogs === 1) {
      style.overflow = 'hidden';
      style.paddingRight = `${scrollBarPx}px`;
    }
    return () => {
      openDialogs -= 1;
      if (openDialogs > 0) return;
      style.overflow = '';
      style.paddingRight = '';
    };
  }, []);
}

/** A dialog may open another one, or be replaced by it. */
let openDialogs = 0;

/** Lets the focus move to a toast, against the document's focus trap. */
function keepFocusOnToast(event: FocusEvent): void {
  if (isInToasts(event.relatedTarget)) event.stopPropagation();
}

/** Radix only closes its top layer, which may be a toast. */
function closeByKey(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.isDefaultPrevented() || isComposing(event.nativeEvent)) return;
  event.preventDefault();
  close();
}

/** Screen readers start with the title, and phones open no keyboard. */
function focusWhole(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

interface DialogFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit: (event: FormEvent) => void;
  /** The failure text above the buttons. */
  readonly failure: string | null;
  readonly isBusy: boolean;
  /** The texts of the buttons. */
  readonly cancel?: string;
  readonly submit: string;
  /** @default closes the dialog */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

export function DialogForm(props: DialogFormProps) {
  const close = useCloseDialog();
  const { ref, onSubmit, failure, isBusy, cancel = t('common.cancel'), submit, children } = props;
  const { onCancel = close } = props;
  return (
    <form ref={ref} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">{children}</div>
      <footer className="border-t border-line px-4 py-3 sm:px-6">
        <p role="alert" className={failure ? 'mb-3 text-sm text-danger' : ''}>
          {failure}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onCancel} disabled={isBusy}>
            {cancel}
          </Button>
          <Button type="submit" busy={isBusy}>
            {submit}
          </Button>
        </div>
      </footer>
    </form>
  );
}
