import { useSearchParams } from 'react-router-dom';
import { type Playing, playingIn } from './playing.ts';

/** The playlist of the page's address; `null` without one. */
export function usePlayingAddress(): Playing | null {
  const [params] = useSearchParams();
  return playingIn(params);
}
