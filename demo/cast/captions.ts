/** Captions of the cast's videos, which are as long as a loop: sounds, and what the owner says. */

export interface DemoCaptions {
  /** The video's owner, and its title. */
  readonly username: string;
  readonly video: string;
  readonly language: string;
  readonly label: string;
  /** One after the other. */
  readonly lines: readonly string[];
}

export const captions: readonly DemoCaptions[] = [
  {
    username: 'BreezyBea',
    video: 'Gerald says no to everything, kindly',
    language: 'en',
    label: 'English',
    lines: [
      '[A desk fan hums and turns its head]',
      'Gerald, is it bedtime?',
      'Gerald, are you a heater?',
      '[The hum goes on, kindly]',
    ],
  },
  {
    username: 'BreezyBea',
    video: 'Gerald says no to everything, kindly',
    language: 'de',
    label: 'Deutsch',
    lines: [
      '[Ein Tischventilator summt und dreht den Kopf]',
      'Gerald, ist es Zeit fürs Bett?',
      'Gerald, bist du eine Heizung?',
      '[Das Summen geht freundlich weiter]',
    ],
  },
  {
    username: 'BrassAndBlades',
    video: 'First breath since 1958',
    language: 'en',
    label: 'English',
    lines: ['[A switch clicks]', '[Brass blades begin to whirr]', 'First breath since 1958.'],
  },
];
