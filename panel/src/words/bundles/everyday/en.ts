export { words as activities } from '../../activities/en.ts';
export { words as fields } from '../../fields/en.ts';
export { words as myDay } from '../../my-day/en.ts';
export { words as records } from '../../records/en.ts';
export { words as titleDate } from '../../title-date/en.ts';
