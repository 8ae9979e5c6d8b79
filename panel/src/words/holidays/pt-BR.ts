export { portugueseHolidays as words } from '#server/platform/holiday-names.ts';
