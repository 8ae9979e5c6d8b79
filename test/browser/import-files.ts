/* Files as other products export them, for the tests of imports. Names, numbers and companies are invented. */

export interface ImportFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const file = (name: string, mimeType: string, text: string): ImportFile => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

/** Deals of Pipedrive in Portuguese. */
export const pipedrive = file(
  'deals-12345-1.csv',
  'text/csv',
  `Negócio - ID,Negócio - Título,Negócio - Valor,Negócio - Etapa,Negócio - Funil,Negócio - Status,Negócio - Proprietário,Negócio - Negócio criado em,Negócio - Motivo da perda,Negócio - Canal,Pessoa - Nome,Pessoa - Telefone - Celular,Pessoa - E-mail - Trabalho,Organização - Nome
101,Site da Padaria Aurora,"12.500,00",Lead,Vendas,Aberto,Marina Lopes,2026-09-01 10:00:00,,Indicação,Joana Prado,(11) 98765-4321,joana@aurora.com.br,Padaria Aurora
102,Redes sociais do Mercado Sol,"3.200,50",Proposta,Vendas,Aberto,Caio Nunes,2026-09-12 15:30:00,,Site,Rui Barros,(21) 99876-5432,rui@mercadosol.com.br,Mercado Sol
103,Campanha de inverno,"8.000,00",Proposta,Vendas,Perdido,Marina Lopes,2026-06-03 09:00:00,Preço,Indicação,Joana Prado,(11) 98765-4321,joana@aurora.com.br,Padaria Aurora
104,Identidade visual,oito mil,Lead,Vendas,Aberto,Marina Lopes,2026-10-01 11:00:00,,Evento,Bia Moraes,(31) 3333-4444,bia@moraes.com.br,Moraes Arquitetura
`,
);

const card = (id: string, name: string, idList: string, more: object = {}) => ({
  ...{ id, name, idList, pos: 1, closed: false, labels: [], idMembers: [], attachments: [] },
  ...more,
});

/** A board of Trello. One of its comments is missing, as in boards with more than 1,000 actions. */
export const trello = file(
  'quadro.json',
  'application/json',
  JSON.stringify({
    name: 'Site da Aurora',
    lists: [
      { id: 'l1', name: 'A fazer', pos: 1, closed: false },
      { id: 'l2', name: 'Feito', pos: 2, closed: false },
    ],
    members: [{ id: 'm1', fullName: 'Marina Lopes' }],
    cards: [
      card('c1', 'Fotografar a vitrine', 'l1', {
        desc: 'Levar o **tripé**.',
        due: '2026-12-15T15:00:00.000Z',
        labels: [{ name: 'Foto', color: 'green' }],
        idMembers: ['m1'],
        badges: { comments: 2 },
      }),
      card('c2', 'Escrever os textos', 'l1', { pos: 2 }),
      card('c3', 'Escolher o domínio', 'l2', {
        due: '2026-11-01T15:00:00.000Z',
        dueComplete: true,
        attachments: [{ name: 'Lista', url: 'https://trello.com/1/lista.pdf' }],
      }),
    ],
    checklists: [
      {
        ...{ idCard: 'c1', name: 'Lista', pos: 1 },
        checkItems: [
          { name: 'Bateria', state: 'complete', pos: 1 },
          { name: 'Tripé', state: 'incomplete', pos: 2 },
        ],
      },
    ],
    actions: [
      {
        ...{ type: 'commentCard', date: '2026-11-20T12:00:00.000Z' },
        memberCreator: { fullName: 'Marina Lopes' },
        data: { text: 'De manhã a luz é melhor.', card: { id: 'c1' } },
      },
    ],
  }),
);

/** Google Contacts. A contact has no phone, and one has two. */
export const googleContacts = file(
  'contacts.csv',
  'text/csv',
  `First Name,Middle Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value
Joana,,Prado,Padaria Aurora,* myContacts ::: Clientes,Work,joana@aurora.com.br,Mobile,+55 11 98765-4321,,
Rui,,Barros,Mercado Sol,* myContacts,Work,rui@mercadosol.com.br,Mobile,(21) 99876-5432,Work,(21) 2222-3333
Suporte,,,,* myContacts,Work,suporte@exemplo.com.br,,,,
`,
);

/** A spreadsheet whose rows can be understood in two ways, with a title, a total and rows that are refused. */
export const spreadsheet = file(
  'contatos.csv',
  'text/csv',
  `Contatos da agência;;;
;;;
Nome;Celular;Nascimento;Obs
Joana Prado;(11) 98765-4321;03/04/1990;Prefere de manhã
Rui Barros;9876-5432;05/06/1985;
Bia Moraes;5,51E+12;07/08/1992;
Total: 3;;;
`,
);

/** A picture of one pixel. */
export const picture: ImportFile = {
  name: 'contatos.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
