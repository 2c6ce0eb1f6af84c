/** Where a composed picture shows the shared screen and the camera. Pure. */
import { CAMERA_HEIGHT_PX, CAMERA_WIDTH_PX } from '#shared/limits.ts';
import type { Size } from './direct/encode/codec.ts';

export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type Corner = (typeof CORNERS)[number];

export interface ScreenLayout {
  readonly hasCamera: boolean;
  readonly corner: Corner;
  readonly isLarge: boolean;
}

export const FIRST_LAYOUT: ScreenLayout = { hasCamera: true, corner: 'bottom-right', isLarge: false };

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** The encoders' size, so that switching between camera and screen needs no other header. */
export const PICTURE: Size = { widthPx: CAMERA_WIDTH_PX, heightPx: CAMERA_HEIGHT_PX };

const MARGIN_PX = 24;
/** Of the picture's width and height. */
const SHARES = { small: 0.22, medium: 0.33 };

/** The whole screen, centred. */
export function screenBox(screen: Size): Box {
  const size = fitted(screen, PICTURE);
  return { ...size, x: (PICTURE.widthPx - size.widthPx) / 2, y: (PICTURE.heightPx - size.heightPx) / 2 };
}

export function cameraBox(camera: Size, { corner, isLarge }: ScreenLayout): Box {
  const share = isLarge ? SHARES.medium : SHARES.small;
  const room = { widthPx: PICTURE.widthPx * share, heightPx: PICTURE.heightPx * share * 1.2 };
  const size = fitted(camera, room);
  return {
    ...size,
    x: corner.endsWith('left') ? MARGIN_PX : PICTURE.widthPx - size.widthPx - MARGIN_PX,
    y: corner.startsWith('top') ? MARGIN_PX : PICTURE.heightPx - size.heightPx - MARGIN_PX,
  };
}

function fitted({ widthPx, heightPx }: Size, into: Size): Size {
  const scale = Math.min(into.widthPx / widthPx, into.heightPx / heightPx);
  return { widthPx: Math.round(widthPx * scale), heightPx: Math.round(heightPx * scale) };
}

/** The corner nearest to a point; both from 0 to 1, from the top left. */
export const nearestCorner = (x: number, y: number): Corner =>
  `${y < 0.5 ? 'top' : 'bottom'}-${x < 0.5 ? 'left' : 'right'}`;

/** The corner to which an arrow key leads; `null` for other keys. */
export function cornerByKey(corner: Corner, key: string): Corner | null {
  const [row, column] = corner.split('-') as ['top' | 'bottom', 'left' | 'right'];
  switch (key) {
    case 'ArrowUp':
      return `top-${column}`;
    case 'ArrowDown':
      return `bottom-${column}`;
    case 'ArrowLeft':
      return `${row}-left`;
    case 'ArrowRight':
      return `${row}-right`;
    default:
      return null;
  }
}
