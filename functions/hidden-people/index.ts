export { hiddenKey } from './hidden-person.item.ts';
