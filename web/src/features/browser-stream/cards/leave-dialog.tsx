import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

interface LeaveDialogProps {
  /** Says who watches. */
  readonly watching: string;
  readonly onStay: () => void;
  readonly onEnd: () => void;
}

/** Asks before a link or the Back button ends a broadcast. */
export function LeaveDialog({ watching, onStay, onEnd }: LeaveDialogProps) {
  return (
    <Dialog title="End your stream?" description={watching} onClose={onStay}>
      <p className="px-4 py-5 sm:px-6">
        The camera belongs to this page. Leaving it ends your broadcast; its replay stays on your channel.
      </p>
      <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-3 sm:px-6">
        <Button variant="ghost" onClick={onStay}>
          Stay live
        </Button>
        <Button variant="danger" onClick={onEnd}>
          End Stream and leave
        </Button>
      </footer>
    </Dialog>
  );
}
