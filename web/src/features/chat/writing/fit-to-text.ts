/** Makes a field as high as its text where the browser does not support `field-sizing: content`, such as Safari 18. */
export function fitToText(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  field.style.height = 'auto';
  const borderPx = field.offsetHeight - field.clientHeight;
  field.style.height = `${field.scrollHeight + borderPx}px`;
}
