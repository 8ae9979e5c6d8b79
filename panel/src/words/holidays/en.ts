export { englishHolidays as words } from '#server/platform/holiday-names.ts';
