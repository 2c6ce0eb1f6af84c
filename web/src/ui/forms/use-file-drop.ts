import { type DragEvent, useEffect, useRef, useState } from 'react';
import { endAll, listen } from '../../lib/listen.ts';

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Makes an element take a file that is dropped on it. One that is dropped beside it is not opened by the browser. */
export function useFileDrop(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  // Enter and leave come for every element inside, too.
  const depth = useRef(0);
  useNoStrayDrops();

  const enter = (event: DragEvent, step: 1 | -1) => {
    if (!hasFiles(event)) return;
    depth.current += step;
    setIsOver(depth.current > 0);
  };
  const dropProps = {
    onDragEnter: (event: DragEvent) => enter(event, 1),
    onDragLeave: (event: DragEvent) => enter(event, -1),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      depth.current = 0;
      setIsOver(false);
      const file = event.dataTransfer.files[0];
      if (file) onDrop(file);
    },
  };
  return { isOver, dropProps };
}

/** Without this, a file that misses its goal takes the place of the whole page, and of an upload with it. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    return endAll([listen(window, 'dragover', stay), listen(window, 'drop', stay)]);
  }, []);
}
