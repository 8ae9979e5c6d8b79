/** Time zones to choose from, including the current one even if the browser does not list it. */
export const timeZoneChoices = (current: string) =>
  [...new Set([current, ...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .sort()
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
