import * as Radix from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { TOAST_DURATION_MS, TOAST_HOTKEY, TOAST_SWIPE_THRESHOLD_PX } from '#shared/limits.ts';
import { detailOr } from '#web/lib/api/api-failure.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '../button.tsx';
import { isInToasts, toastContainer } from './toast-place.ts';
import { type VisibleToast, closeToast, showToast } from './toast-store.ts';
import { useClearPlace } from './use-clear-place.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { isRightToLeft } from '#web/lib/i18n/direction.ts';

export const toast = showToast;

export const toastSuccess = (title: string): void => showToast({ title, tone: 'success' });

export const toastFailure = (title: string, description: string): void =>
  showToast({ title, description, tone: 'danger' });

/** For a request that failed. `title` says what it was for; the API's reason follows, if it gives one. */
export const toastFailed = (title: string, error: unknown): void =>
  toastFailure(title, detailOr(error, t('common.pleaseTryAgain')));

/** For visitors, with links that lead to the account forms and then back here. */
export function toastLoginRequired(description: string): void {
  const { pathname, search } = window.location;
  const state = { from: pathname + search };
  showToast({
    title: t('common.loginRequired'),
    description,
    tone: 'danger',
    link: { label: t('common.logIn'), to: paths.login(), state },
    otherLink: { label: t('common.signUp'), to: paths.signup(), state },
  });
}

/**
 * Renders the toast (specification §9) outside the routes. Works above a modal dialog, which otherwise blocks presses
 * and focus.
 */
export function Toaster({ visible }: { readonly visible: VisibleToast }) {
  const box = useRef<HTMLDivElement>(null);
  const noteFocus = useFocusGivenBack(box);
  const list = useRef<HTMLOListElement>(null);
  useClearPlace(list);
  // Modal dialogs trap the focus on the document.
  const keepFromDialog = (event: FocusEvent) => event.stopPropagation();
  return createPortal(
    <div
      ref={box}
      onFocus={(event) => {
        noteFocus(event);
        keepFromDialog(event);
      }}
      onBlur={keepFromDialog}
    >
      <Radix.Provider
        label={t('common.toast')}
        duration={TOAST_DURATION_MS}
        swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}
        swipeDirection={isRightToLeft ? 'left' : 'right'}
      >
        <Toast key={visible.id} toast={visible} />
        <Radix.Viewport
          ref={list}
          label={t('common.toasts', { hotkey: TOAST_HOTKEY })}
          hotkey={[TOAST_HOTKEY]}
          onKeyDown={closeByKey(visible)}
          className={PLACE}
        />
      </Radix.Provider>
    </div>,
    toastContainer(),
  );
}

const PLACE =
  'pointer-events-none fixed z-toast m-0 flex w-full list-none flex-col p-2 -outline-offset-4 sm:w-92';

/** Escape closes a focused toast, whatever is above. */
const closeByKey =
  ({ id }: VisibleToast) =>
  ({ key }: KeyboardEvent) =>
    key === 'Escape' && closeToast(id);

/** Restores the focus when the toast closes. Returns the focus handler. */
function useFocusGivenBack(box: RefObject<HTMLElement | null>): (event: FocusEvent) => void {
  const cameFrom = useRef<EventTarget | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      const before = cameFrom.current;
      if (element?.contains(document.activeElement) && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, [box]);
  return ({ relatedTarget }) => {
    if (!isInToasts(relatedTarget)) cameFrom.current = relatedTarget;
  };
}

const TONES = {
  default: { edge: 'border-s-accent', icon: null },
  success: {
    edge: 'border-s-success',
    icon: <CircleCheck className="mt-0.5 size-5 shrink-0 text-success" />,
  },
  danger: { edge: 'border-s-danger', icon: <CircleAlert className="mt-0.5 size-5 shrink-0 text-danger" /> },
} as const;

function Toast({ toast }: { readonly toast: VisibleToast }) {
  const { edge, icon } = TONES[toast.tone ?? 'default'];
  const links = [toast.link, toast.otherLink].filter((link) => link !== undefined);
  return (
    <Radix.Root
      onOpenChange={(open) => open || closeToast(toast.id)}
      onKeyDown={closeByKey(toast)}
      // Overrides a dialog's style.
      style={{ pointerEvents: 'auto' }}
      className={`flex animate-rise gap-3 rounded-md border border-s-4 border-line bg-raised p-4 shadow-popup data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${edge}`}
    >
      {icon}
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.description && (
          <Radix.Description className="mt-0.5 text-sm text-soft">{toast.description}</Radix.Description>
        )}
        {links.length > 0 && (
          <div className="mt-3 flex flex-wrap gap-2">
            {links.map(({ label, ...link }) => (
              <Radix.Action key={link.to} asChild altText={label}>
                <ButtonLink {...link} variant="secondary" size="sm">
                  {label}
                </ButtonLink>
              </Radix.Action>
            ))}
          </div>
        )}
      </div>
      <Radix.Close
        aria-label={t('common.close')}
        className="-m-2 grid size-control-sm pointer-coarse:-m-3 place-items-center rounded-md text-soft hover:text-ink"
      >
        <X className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
