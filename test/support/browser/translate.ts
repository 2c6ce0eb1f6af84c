/** Wraps each text in two `<font>` elements, as Chromium's translation does. */
export function translate(root: Element): void {
  const nodes = document.createNodeIterator(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) texts.push(node as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || !text.data.trim() || parent.closest('font, svg, textarea, script, style, select'))
      continue;
    const font = document.createElement('font');
    font.appendChild(document.createElement('font')).textContent = text.data;
    parent.replaceChild(font, text);
  }
}
