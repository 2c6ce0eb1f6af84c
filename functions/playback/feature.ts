import type { FeatureContext } from '#functions/http/context.ts';
import { playbackApp } from './playback.routes.ts';

export const feature = ({ clock }: FeatureContext) => playbackApp(clock);
