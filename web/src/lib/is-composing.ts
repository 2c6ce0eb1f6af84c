/**
 * Whether a key belongs to an input method that is composing a character. Safari reports the Enter that ends a composition
 * with `isComposing` false; its key code is 229 then (UI Events §7.3.1).
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated
  isComposing || keyCode === 229;
