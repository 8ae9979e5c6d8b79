/** The time zones to choose from, the current one among them whatever this browser knows. */
export const timeZoneChoices = (current: string) =>
  [...new Set([current, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
