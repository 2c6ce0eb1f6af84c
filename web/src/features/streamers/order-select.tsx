import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { ChannelOrder } from '../../../../shared/channels/streamers.ts';
import { fieldClass } from '../../ui/forms/field.tsx';

const NAMES: Record<ChannelOrder, string> = { viewers: 'Viewers', followers: 'Followers', newest: 'Newest' };

export const isChannelOrder = (text: string | null): text is ChannelOrder =>
  text !== null && Object.hasOwn(NAMES, text);

interface OrderSelectProps {
  readonly order: ChannelOrder;
  readonly onChange: (order: ChannelOrder) => void;
}

export function OrderSelect({ order, onChange }: OrderSelectProps) {
  const id = useId();
  return (
    <div className="mb-4 flex items-center justify-end gap-3 text-sm">
      <label htmlFor={id} className="text-soft">
        Order by
      </label>
      <div className="relative">
        <select
          id={id}
          value={order}
          onChange={({ target }) => onChange(target.value as ChannelOrder)}
          className={`${fieldClass} h-9 pointer-coarse:h-11 appearance-none pr-9 text-sm`}
        >
          {Object.entries(NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-5 text-soft" />
      </div>
    </div>
  );
}
