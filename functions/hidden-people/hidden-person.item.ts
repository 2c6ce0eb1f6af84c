/**
 * People that a person has hidden. Keys:
 *
 * | item            | pk                    | sk                   | gsi1pk              | gsi1sk              |
 * |-----------------|-----------------------|----------------------|---------------------|---------------------|
 * | a hidden person | `CHANNEL#<who hides>` | `HIDDEN#<person id>` | `ABOUT#<person id>` | `HIDDEN#<who hides>`|
 *
 * `ABOUT#<person id>` is also the index of rooms, by which the deletion of an account finds what others store about it.
 */
export const HIDDEN_PREFIX = 'HIDDEN#';

export const hiddenKey = (personId: string, hiddenId: string) => ({
  pk: `CHANNEL#${personId}`,
  sk: HIDDEN_PREFIX + hiddenId,
});
