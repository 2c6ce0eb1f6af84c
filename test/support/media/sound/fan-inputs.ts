/** ffmpeg's inputs of a small moving picture, and a fan: air noise, and the tone of its blades with an overtone. */
export const FAN_INPUTS = [
  '-f',
  'lavfi',
  '-i',
  'testsrc2=s=320x180:r=30',
  '-f',
  'lavfi',
  '-i',
  'aevalsrc=0.12*sin(2*PI*83*t)+0.05*sin(2*PI*166*t):s=48000[tone];anoisesrc=c=pink:a=0.3:r=48000:s=7,highpass=f=80[air];[tone][air]amix=inputs=2:normalize=0',
];
