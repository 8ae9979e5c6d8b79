import type { Template } from '#server/outbound/messaging/gateway.ts';

/** Templates of the sandbox's official numbers, as the network would list them. */
export const sandboxTemplates: readonly Template[] = [
  {
    name: 'boas_vindas',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Olá, {{1}}! Como podemos ajudar?' }],
  },
  {
    name: 'lembrete',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Lembrete' },
      { type: 'BODY', text: 'Oi, {{1}}! Sua reunião é {{2}}.' },
      { type: 'FOOTER', text: 'Responda SAIR para não receber mais' },
    ],
  },
  {
    name: 'orcamento',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'HEADER', format: 'DOCUMENT' },
      { type: 'BODY', text: 'Oi, {{1}}! Segue o orçamento.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Aprovar', url: 'https://agencia.example/orcamentos/{{1}}' },
          { type: 'QUICK_REPLY', text: 'Tenho uma dúvida' },
        ],
      },
    ],
  },
  {
    name: 'novidade',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Sua campanha está no ar, {{1}}!' },
    ],
  },
  {
    name: 'promocao',
    language: 'pt_BR',
    status: 'REJECTED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Só hoje!' }],
  },
];
