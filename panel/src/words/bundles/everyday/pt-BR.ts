/* Words of the first screen, and others that most screens of records need: one file per language, since each is a request. */

export { words as activities } from '../../activities/pt-BR.ts';
export { words as fields } from '../../fields/pt-BR.ts';
export { words as myDay } from '../../my-day/pt-BR.ts';
export { words as records } from '../../records/pt-BR.ts';
export { words as titleDate } from '../../title-date/pt-BR.ts';
