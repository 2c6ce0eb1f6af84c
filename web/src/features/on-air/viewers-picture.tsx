import { MonitorPlay } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

export function ViewersPicture({ children }: { readonly children: ReactNode }) {
  const [isVisible, setIsVisible] = useState(false);
  return (
    <Card title="What viewers see" className="max-sm:p-3">
      <div className="flex flex-col gap-3">
        {isVisible && <div className="w-full max-w-md overflow-hidden rounded-md">{children}</div>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isVisible}
            onClick={() => setIsVisible(!isVisible)}
          >
            <MonitorPlay className="size-4" />
            {isVisible ? 'Hide picture' : 'Show picture'}
          </Button>
          <p className="text-sm text-soft">Without sound, and some seconds late.</p>
        </div>
      </div>
    </Card>
  );
}
