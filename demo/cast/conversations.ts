/** Chat messages of the demo's people. */

/** `[who, what]`. */
export type Line = readonly [username: string, message: string];

/** Messages from before the visitor's arrival, by the channel's username. */
export const conversations: Readonly<Record<string, readonly Line[]>> = {
  BreezyBea: [
    ['QuietQuinn', 'Good evening Gerald'],
    ['BreezyBea', 'He heard you. He is just looking the other way'],
    ['TowerTilda', 'Wait for it …'],
    ['TowerTilda', 'There he is!'],
    ['BoxOfWind', 'My box fan has never looked at me once'],
    ['PedestalPia', 'What speed is this?'],
    ['BreezyBea', 'One. Two is for laundry'],
    ['AtticAnton', 'I had this on in the background and my cat followed the head for an hour'],
    ['WindowWilma', 'Same, but me'],
    ['RGBreeze', 'Lovely airflow on that plant'],
  ],
  CaptainCeiling: [
    ['AtticAnton', 'Not one wobble. Not one.'],
    ['CaptainCeiling', 'A penny on blade three. That was all it took'],
    ['IronGale', 'Does it come in yellow'],
    ['BoxOfWind', 'Clockwise in winter!'],
    ['TowerTilda', 'Yes or yes'],
    ['PedestalPia', 'Sofa acquired. I live here now'],
    ['BrassAndBlades', 'That is proper walnut. Well chosen, Captain'],
    ['CaptainCeiling', 'Thank you! Oiled on Sunday, balanced on Monday'],
  ],
  BoxOfWind: [
    ['QuietQuinn', 'Is that B flat? It sounds like A to me'],
    ['BoxOfWind', 'It goes up to B flat when the fridge is off'],
    ['BreezyBea', 'I can sleep to both'],
  ],
  TowerTilda: [
    ['QuietQuinn', 'Level two. Final answer'],
    ['TowerTilda', 'The tissue paper disagrees, look'],
    ['PedestalPia', 'Science!'],
  ],
  PedestalPia: [
    ['CaptainCeiling', 'How long is that extension lead?'],
    ['PedestalPia', 'Yes'],
    ['AtticAnton', 'The drummer looks so happy'],
  ],
  WindowWilma: [
    ['ExhaustedEd', 'Left one in, right one out. That is how it is done'],
    ['WindowWilma', 'Thank you Ed! The toast agrees'],
    ['BoxOfWind', 'Was that a robin?'],
  ],
  IronGale: [
    ['CaptainCeiling', 'I felt that through the screen'],
    ['IronGale', 'That was the low setting'],
    ['ExhaustedEd', 'Who sweeps up the planes?'],
    ['IronGale', 'The fan does'],
  ],
  ExhaustedEd: [
    ['WindowWilma', 'The colour of that cloth!'],
    ['ExhaustedEd', 'It was white this morning'],
    ['BrassAndBlades', 'It spins again. I may cry a little'],
  ],
  RGBreeze: [
    ['QuietQuinn', 'Try 1100, the smoke bends at 1200'],
    ['RGBreeze', '1100 it is … and it is straight. You are good at this'],
    ['TowerTilda', 'More pink'],
  ],
  QuietQuinn: [
    ['RGBreeze', 'Is it on?'],
    ['QuietQuinn', 'It has been on for an hour'],
    ['BreezyBea', 'whispers: hello'],
  ],
  BrassAndBlades: [
    ['AtticAnton', 'That hum! Grandmother had the same one'],
    ['BrassAndBlades', 'Three drops of oil and some patience'],
    ['CaptainCeiling', 'The cage alone belongs in a museum'],
  ],
  AtticAnton: [
    ['BrassAndBlades', 'Careful with the newspaper, it is half the value'],
    ['AtticAnton', 'The crossword is done. In ink'],
    ['PedestalPia', 'Box 15! Box 15!'],
  ],
};

/** Messages that are sent from time to time while the demo runs, in the chats of live channels. */
export const smallTalk: Readonly<Record<string, readonly Line[]>> = {
  BreezyBea: [
    ['WindowWilma', 'I have been here for three turns of the head and feel better'],
    ['QuietQuinn', 'The little click at the far right is my favourite part'],
    ['IronGale', 'Respect. From a very loud fan to a very calm one'],
    ['BreezyBea', 'Tea is ready, Gerald keeps watch'],
    ['RGBreeze', 'Would he wear a small light?'],
    ['BreezyBea', 'He is thinking about it. No'],
    ['AtticAnton', 'Left. Middle. Right. Perfect.'],
    ['TowerTilda', 'I just noticed the picture on the wall is a sunset'],
    ['BoxOfWind', 'Turning in. Leave him on, please'],
    ['PedestalPia', 'He nodded at me!'],
    ['ExhaustedEd', 'Cleanest blades on the site, and I would know'],
    ['BreezyBea', 'Every Sunday with a soft brush, Ed'],
  ],
  CaptainCeiling: [
    ['PedestalPia', 'How many turns a minute is that?'],
    ['CaptainCeiling', 'Thirty-eight. Slow enough to count, fast enough to nap'],
    ['BoxOfWind', 'I counted. It is thirty-eight'],
    ['BrassAndBlades', 'Does the chain still have the old bell?'],
    ['CaptainCeiling', 'It does. I ring it when we get a new follower'],
    ['BreezyBea', 'Gerald looked up and saw a friend'],
    ['AtticAnton', 'There is one like this in box 22, I think'],
    ['TowerTilda', 'The shadow on the planks is so soft'],
    ['IronGale', 'Could you try it at full speed?'],
    ['CaptainCeiling', 'I could. I will not'],
    ['ExhaustedEd', 'Dust on blade five, Captain'],
    ['CaptainCeiling', 'You have good eyes, Ed. Tomorrow'],
  ],
};
