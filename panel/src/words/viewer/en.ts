import type { ViewerWords } from './pt-BR.ts';

export const words: ViewerWords = {
  previous: 'Previous file',
  next: 'Next file',
  viewer: 'Enlarged image',
  pdfViewer: 'PDF',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  pdf: {
    loading: 'Opening the PDF…',
    page: 'Page {n} of {all}',
    more: 'Only the first {n} of {all} pages are shown.',
    broken: 'This PDF is damaged and cannot be shown here.',
    encrypted: 'This PDF has a password and cannot be shown here.',
    tooLarge: 'This PDF is too large to be shown here.',
    unreachable: 'The PDF was not loaded.',
    failedPage: 'Page {n} cannot be shown.',
  },
};
