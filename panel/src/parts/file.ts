/** Has the browser save what is at an address, as a link to it would. */
export function download(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.click();
}

/** Has the browser save a file. */
export function save(file: Blob, name: string): void {
  const href = URL.createObjectURL(file);
  download(href, name);
  // Once the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
