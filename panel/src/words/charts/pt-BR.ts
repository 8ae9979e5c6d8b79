/* Words of charts. */

export const words = {
  previous: 'Período anterior',
  limit: 'Limite',
  total: 'Total',
  empty: 'Nada a mostrar neste período.',
  hint: 'Use as setas para percorrer os pontos e Enter para abrir a lista.',
  legend: 'Legenda',
  over: (p: { by: string }) => `${p.by} acima do limite`,
  conversion: (p: { share: string }) => `${p.share} avançaram`,
};

export type ChartWords = typeof words;
