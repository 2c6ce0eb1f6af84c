import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog, DialogButtons } from './dialog.tsx';

interface QuestionProps {
  readonly title: string;
  readonly description?: string;
  readonly children: ReactNode;
  readonly no: string;
  readonly yes: string;
  readonly isBusy?: boolean;
  readonly onNo: () => void;
  readonly onYes: () => void;
}

export function Question({ children, no, yes, isBusy = false, onNo, onYes, ...words }: QuestionProps) {
  return (
    <Dialog {...words} onClose={() => isBusy || onNo()}>
      <div className="px-4 py-5 sm:px-6">{children}</div>
      <DialogButtons>
        <Button variant="ghost" onClick={onNo} disabled={isBusy}>
          {no}
        </Button>
        <Button variant="danger" onClick={onYes} busy={isBusy}>
          {yes}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
