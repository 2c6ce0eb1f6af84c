/**
 * Whether an input method is composing. Safari reports the final Enter as not composing, with key code 229 (UI Events
 * §7.3.1).
 */
export const isComposing = ({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated
  isComposing || keyCode === 229;
