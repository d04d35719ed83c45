// The lists of names that the page needs at run time. Their types are generated from
// redcathedral/box/vocabulary.py and allow only the same names in the same order.
import type { Lists } from './protocol.gen';

export const MATERIAL_LETTERS: Lists['MATERIAL_LETTERS'] = ['W', 'B', 'S', 'G', 'E', 'P'];
export const RESOURCES: Lists['RESOURCES'] = [
  'wood',
  'brick',
  'stone',
  'gold',
  'green-gem',
  'purple-gem',
  'ruble',
  'recognition',
];
export const COLOURS: Lists['COLOURS'] = ['red', 'blue', 'green', 'yellow'];
export const DICE: Lists['DICE'] = ['white', ...COLOURS];
export const WORKSHOP_SPACES: Lists['WORKSHOP_SPACES'] = [...COLOURS, 'white1', 'white2'];
export const ORNAMENTS: Lists['ORNAMENTS'] = ['door', 'arch', 'cross'];
export const SECTIONS: Lists['SECTIONS'] = ['base', 'middle', 'dome'];
