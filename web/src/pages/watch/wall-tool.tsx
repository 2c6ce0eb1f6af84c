import { LayoutPanelLeft } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { pathWith, type Tile } from '../../features/wall/wall-address.ts';
import type { Tool } from './tools-menu.tsx';

/** To hang it on the wall, beside what hangs there already. */
export const wallTool = (tile: Tile): Tool => ({
  name: 'Add to wall',
  icon: <LayoutPanelLeft className="size-4" />,
  show: () => <Navigate to={pathWith(tile)} />,
});
