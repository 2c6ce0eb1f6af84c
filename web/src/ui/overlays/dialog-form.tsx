import type { FormEvent, ReactNode, Ref } from 'react';

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
