import { type DragEvent, useEffect, useRef, useState } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';

const hasFiles = ({ dataTransfer }: { readonly dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') ?? false;

/** Accepts a dropped file. */
export function useFileDrop(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  // Enter and leave events also come from children.
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

function useNoStrayDrops(): void {
  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    return endAll([listen(window, 'dragover', stay), listen(window, 'drop', stay)]);
  }, []);
}
