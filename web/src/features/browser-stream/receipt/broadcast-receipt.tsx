import { useState } from 'react';
import { ReceiptCard } from './receipt-card.tsx';
import { forgetReceipt, receiptOf } from './receipt.memory.ts';

interface BroadcastReceiptProps {
  readonly userId: string;
  readonly username: string;
  readonly onReplay: () => void;
}

/** The receipt of the broadcast that has just ended in this tab; nothing where there was none. */
export function BroadcastReceipt({ userId, username, onReplay }: BroadcastReceiptProps) {
  const [streamId, setStreamId] = useState(() => receiptOf(userId));
  if (streamId === null) return null;
  const dismiss = () => {
    forgetReceipt();
    setStreamId(null);
  };
  return <ReceiptCard streamId={streamId} username={username} onDismiss={dismiss} onReplay={onReplay} />;
}
