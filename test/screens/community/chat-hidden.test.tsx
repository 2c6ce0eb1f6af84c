/** The chat while the page is not rendered, as in sleep mode. */
import { useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { useChatScroll } from '#web/features/chat/messages/use-chat-scroll.ts';

let root: Root;
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const onNearTop = vi.fn();
const onScrolled = vi.fn();

function Log({ lines }: { readonly lines: number }) {
  const log = useRef<HTMLDivElement>(null);
  const { onScroll } = useChatScroll(log, onScrolled, onNearTop);
  return (
    <div ref={log} onScroll={onScroll} data-lines={lines}>
      <ol />
    </div>
  );
}

async function show(lines: number): Promise<void> {
  root.render(<Log lines={lines} />);
  await expect.poll(() => document.querySelector(`[data-lines="${lines}"]`)).not.toBeNull();
}

it('asks for no history, and stays where the reader was', async () => {
  const rectangles = vi.spyOn(Element.prototype, 'getClientRects');
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await show(1);
  expect(onNearTop).toHaveBeenCalled();
  rectangles.mockReturnValue([] as unknown as DOMRectList);
  onNearTop.mockClear();
  onScrolled.mockClear();
  for (const lines of [2, 3, 4]) await show(lines);
  expect(onNearTop).not.toHaveBeenCalled();
  expect(onScrolled).not.toHaveBeenCalled();
  rectangles.mockRestore();
  await show(5);
  expect(onNearTop).toHaveBeenCalled();
});
