export { phaseName } from '#server/platform/phase-names.ts';
