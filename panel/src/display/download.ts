/** Makes the browser download an address, as a link would. */
export function download(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** Makes the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  download(href, name);
  // Waits until the browser has read it.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** 2048 → '2 kB' */
export function formatSize(bytes: number, locale: string): string {
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: step < 2 ? 0 : 1,
  }).format(bytes / 1_000 ** step);
}
