/**
 * Keeps React's changes to a page that the browser translates. Translators replace text nodes by `<font>` elements, but
 * React keeps, changes and removes the nodes that it made (https://github.com/facebook/react/issues/11538). Loaded after
 * the start, because a translation begins later.
 */

/** The element in place of a text node. */
const translations = new WeakMap<Node, ChildNode>();

/** The node or its translation, if the parent has it. */
function inPlace(parent: Node, child: Node): Node | null {
  const node = child.parentNode === parent ? child : translations.get(child);
  return node?.parentNode === parent ? node : null;
}

function noteTranslations(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const element = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
    if (!element) continue;
    for (const node of removedNodes)
      if (node instanceof Text && !node.isConnected) restoreOnChange(node, element as ChildNode);
  }
}

/** A changed text returns to its place, where the translator finds it. */
function restoreOnChange(text: Text, element: ChildNode): void {
  translations.set(text, element);
  Object.defineProperty(text, 'nodeValue', {
    configurable: true,
    get: () => text.data,
    set: (value: string) => {
      text.data = value;
      if (!text.isConnected && element.isConnected) element.replaceWith(text);
    },
  });
}

const { insertBefore, removeChild } = Node.prototype;

Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
  const node = inPlace(this, child);
  if (node) removeChild.call(this, node);
  return child;
};

Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
  insertBefore.call(this, node, before && inPlace(this, before));
  return node;
};

export const translationObserver = new MutationObserver(noteTranslations);
translationObserver.observe(document.documentElement, { childList: true, subtree: true });
