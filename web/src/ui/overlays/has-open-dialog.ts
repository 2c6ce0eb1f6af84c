/** Whether a dialog or a question is open, which the viewer should not lose. */
export const hasOpenDialog = (): boolean =>
  document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') !== null;
