import * as Radix from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useState,
} from 'react';
import { IconButton } from '../button.tsx';
import { isInToasts, letToastsAside } from './toast-place.ts';

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** What it stands in: where an element fills the screen, only what is within it shows. @default the page */
  readonly container?: HTMLElement | null;
  /** Asked by the close button, Escape, and a press beside the dialog; it closes when it is no longer rendered. */
  readonly onClose: () => void;
  /** The rows between the title and the lower edge; one of them may scroll by itself, else the whole does. */
  readonly children: ReactNode;
}

/**
 * A modal dialog: keeps the focus inside and gives it back. Stands at the lower edge of a phone, in the middle of larger screens.
 */
export function Dialog({ title, description, container = null, onClose, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useRestingPage();
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal container={container}>
        <div
          onBlur={keepFocusOnToast}
          className="fixed inset-0 z-50 flex items-end justify-center bg-black/60 pt-4 sm:items-center sm:p-6 short:p-2"
        >
          <Radix.Content
            onOpenAutoFocus={focusWhole}
            onCloseAutoFocus={giveFocusBack}
            onKeyDown={(event) => closeByKey(event, onClose)}
            onEscapeKeyDown={(event) => isInToasts(event.target) && event.preventDefault()}
            {...(!description && { 'aria-describedby': undefined })}
            className="flex max-h-full w-full animate-rise flex-col overflow-y-auto overscroll-contain rounded-t-xl bg-surface outline-none sm:max-w-2xl sm:rounded-xl sm:border sm:border-line sm:shadow-2xl sm:shadow-black/50"
          >
            <header className="flex items-start gap-4 border-b border-line px-4 py-3 sm:px-6">
              <div className="min-w-0 flex-1">
                <Radix.Title
                  // Alone it stands at the height of the button's cross.
                  className={`text-lg font-semibold ${description ? '' : 'py-1.5 pointer-coarse:py-2'}`}
                >
                  {title}
                </Radix.Title>
                {description && (
                  <Radix.Description className="text-sm text-soft">{description}</Radix.Description>
                )}
              </div>
              <IconButton label="Close" onClick={onClose} className="-mr-2">
                <X className="size-5" />
              </IconButton>
            </header>
            {children}
          </Radix.Content>
        </div>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The lowest row of a dialog. */
export const DialogButtons = ({ children }: { readonly children: ReactNode }) => (
  <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 sm:px-6">
    {children}
  </footer>
);

/**
 * The page behind does not scroll, and keeps its width where a scroll bar has gone. Radix's own overlay would do the
 * same by a style element, which the Content-Security-Policy forbids.
 */
function useRestingPage(): void {
  useLayoutEffect(() => {
    const { style, clientWidth } = document.documentElement;
    const scrollBarPx = window.innerWidth - clientWidth;
    style.overflow = 'hidden';
    style.paddingRight = `${scrollBarPx}px`;
    const endAside = letToastsAside();
    return () => {
      endAside();
      style.overflow = '';
      style.paddingRight = '';
    };
  }, []);
}

/** The keyboard may go to a toast and come back; what would fetch it at once listens to the document. */
function keepFocusOnToast(event: FocusEvent): void {
  if (isInToasts(event.relatedTarget)) event.stopPropagation();
}

/** Radix asks the uppermost layer alone, and that may be a toast. */
function closeByKey(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.isDefaultPrevented()) return;
  event.preventDefault();
  close();
}

/** Its title is read out first; on a phone no keyboard opens by itself. */
function focusWhole(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

interface DialogFormProps {
  readonly ref?: Ref<HTMLFormElement>;
  readonly onSubmit: (event: FormEvent) => void;
  /** Why the last try failed; it stands above the buttons. */
  readonly failure: string | null;
  readonly buttons: ReactNode;
  /** The fields, which scroll where the dialog has no room for all. */
  readonly children: ReactNode;
}

/** A form that fills a dialog. */
export const DialogForm = ({ ref, onSubmit, failure, buttons, children }: DialogFormProps) => (
  <form ref={ref} onSubmit={onSubmit} noValidate className="flex min-h-0 flex-1 flex-col">
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5 sm:px-6">{children}</div>
    <footer className="border-t border-line px-4 py-3 sm:px-6">
      <p role="alert" className={failure ? 'mb-3 text-sm text-danger' : ''}>
        {failure}
      </p>
      {buttons}
    </footer>
  </form>
);

/** Its buttons, side by side. */
export const DialogFormButtons = ({ children }: { readonly children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-3">{children}</div>
);
