/** Viewer of images and PDF files. */
export const words = {
  previous: 'Arquivo anterior',
  next: 'Próximo arquivo',
  viewer: 'Imagem ampliada',
  pdfViewer: 'PDF',
  zoomIn: 'Aumentar',
  zoomOut: 'Diminuir',
  pdf: {
    loading: 'Abrindo o PDF…',
    page: 'Página {n} de {all}',
    more: 'São mostradas as primeiras {n} de {all} páginas.',
    broken: 'O PDF está danificado e não pode ser mostrado aqui.',
    encrypted: 'O PDF tem senha e não pode ser mostrado aqui.',
    tooLarge: 'O PDF é grande demais para ser mostrado aqui.',
    unreachable: 'O PDF não foi carregado.',
    failedPage: 'A página {n} não pode ser mostrada.',
  },
};

export type ViewerWords = typeof words;
