/* Reasons for which a file or a cell is not imported, by the codes of the server (server/features/imports/reading). */

/** Values in a reason. */
export type ReasonValues = Readonly<Record<string, string | number>>;

export type Reason = string | ((values: ReasonValues) => string);

/** The file, or the file from a line on, cannot be read. */
const file = {
  empty: 'O arquivo está vazio.',
  picture: ({ format }) => `O arquivo é uma imagem (${format}), não uma tabela.`,
  pdf: 'O arquivo é um PDF, não uma tabela.',
  old_excel: 'O arquivo é do Excel 2003 ou anterior. Salve como .xlsx ou .csv.',
  binary_excel: 'O arquivo é uma pasta de trabalho binária (.xlsb). Salve como .xlsx ou .csv.',
  open_document: 'O arquivo é do LibreOffice (.ods). Salve como .xlsx ou .csv.',
  encrypted: 'O arquivo tem senha. Tire a senha e tente de novo.',
  unknown_format: 'Não sabemos ler este tipo de arquivo.',
  web_page: 'O arquivo é uma página da web, mesmo que termine em .xls. Exporte como .csv ou .xlsx.',
  nul_byte: 'O texto tem caracteres nulos: está danificado ou não é um texto.',
  undecodable: 'O texto não é válido na codificação em que foi salvo.',
  line_too_long: ({ limit }) => `A linha tem mais de ${limit} bytes.`,
  file_too_large: ({ limit }) => `O arquivo tem mais de ${limit} bytes.`,
  unpacked_too_large: ({ limit }) => `Descompactado, o arquivo tem mais de ${limit} bytes.`,
  damaged_archive: 'O arquivo está incompleto ou danificado. Exporte de novo.',
  too_many_entries: ({ limit }) => `O arquivo compactado tem mais de ${limit} arquivos.`,
  no_chat: 'O .zip não tem uma conversa exportada do WhatsApp.',
  several_chats: 'O .zip tem mais de uma conversa. Envie uma de cada vez.',
  not_a_chat: 'Isto não é uma conversa exportada do WhatsApp.',
  message_too_long: 'O arquivo tem uma mensagem longa demais.',
  too_many_authors: 'A conversa tem participantes demais.',
  too_many_columns: ({ limit }) => `A linha tem mais de ${limit} colunas.`,
  too_many_rows: ({ limit }) => `O arquivo tem mais de ${limit} linhas. Divida em partes.`,
  open_quote: 'Nesta linha abrem-se aspas que não se fecham.',
  no_rows: 'O arquivo não tem nenhuma linha com dados.',
  no_sheets: 'A planilha não tem nenhuma aba com dados.',
  unknown_sheet: ({ sheet }) => `A planilha não tem a aba “${sheet}”.`,
  too_many_sheets: ({ limit }) => `A planilha tem mais de ${limit} abas.`,
  damaged_xml: 'Uma parte da planilha está danificada. Salve de novo no Excel.',
  forbidden_xml: 'A planilha contém uma declaração que não aceitamos por segurança.',
  cell_too_long: ({ limit }) => `Uma célula tem mais de ${limit} caracteres.`,
  invalid_json: 'O arquivo não é um JSON válido.',
  not_trello: 'O JSON não é a exportação de um quadro do Trello.',
  no_cards: 'O arquivo não tem nenhum contato.',
  open_card: 'Um contato começa nesta linha e não termina.',
  card_too_long: ({ limit }) => `Um contato tem mais de ${limit} bytes.`,
} satisfies Readonly<Record<string, Reason>>;

/** A cell has no value that can be stored. */
const value = {
  exponent:
    'A planilha arredondou este número e os últimos dígitos se perderam. Formate a coluna como texto e exporte de novo.',
  formula_error: 'A fórmula desta célula deu erro.',
  not_a_number: 'Não é um número.',
  out_of_range: ({ least, most }) => `O número deve ficar entre ${least} e ${most}.`,
  foreign_currency: 'O valor não está em reais.',
  not_a_date: 'Não é uma data.',
  impossible_date: 'Este dia não existe.',
  not_yes_or_no: 'Não é sim nem não.',
  not_a_phone: 'Não é um telefone.',
  area_code_missing: 'Falta o DDD.',
  unknown_area_code: ({ area }) => `Não existe o DDD ${area}.`,
  not_an_email: 'Não é um e-mail.',
  not_a_tax_id: 'Não é um CPF nem um CNPJ.',
  wrong_check_digits: 'Os dígitos verificadores não conferem: há um número errado.',
  lost_zeros: ({ offer }) => `Faltam os zeros do começo: deveria ser ${offer}.`,
  unknown_choice: ({ choices }) => `Deve ser um destes: ${choices}.`,
  too_long: ({ limit }) => `O texto tem mais de ${limit} caracteres.`,
} satisfies Readonly<Record<string, Reason>>;

/** A row is not stored as it is: beyond its cells, or as the API refuses a field. */
const row = {
  nul_character: 'Tem um caractere inválido (NUL). Exporte a planilha de novo.',
  missing: 'Falta um valor obrigatório.',
  nothing_to_store: 'Não há nada para gravar nesta linha.',
  repeated: 'Repete uma linha anterior: vale a primeira.',
  ambiguous: 'O arquivo tem mais de um registro com este nome: não dá para saber qual é.',
  matches_several: 'Mais de um registro do Pauta corresponde a esta linha.',
  exists: 'Já existe um registro com este valor.',
  link_missing: 'Não existe no Pauta.',
  not_an_id: 'Não é um código do Pauta.',
  member_missing: 'Não é ninguém da equipe: fica nas observações.',
  kept_in_notes: 'Fica nas observações.',
  other_client_type: 'O cliente que já existe é de outro tipo (pessoa física ou jurídica).',
  changed_meanwhile: 'Alguém mudou o registro durante a importação.',
  no_room: 'As observações não têm mais espaço para isto.',
  erased:
    'Esta pessoa foi eliminada a pedido dela: a linha não é importada, e suas células não são guardadas.',
  field_required: 'Falta um valor obrigatório.',
  field_not_null: 'Falta um valor obrigatório.',
  field_unknown: 'Este campo não existe.',
  field_wrong_type: 'Este valor não serve para o campo.',
  field_invalid_format: 'Este valor não serve para o campo.',
  field_not_allowed: 'Não é uma das opções do campo.',
  field_too_short: 'O texto é curto demais.',
  field_too_long: ({ limit }) => `O texto tem mais de ${limit} caracteres.`,
  field_too_small: ({ limit }) => `O número deve ser pelo menos ${limit}.`,
  field_too_large: ({ limit }) => `O número deve ser no máximo ${limit}.`,
  field_too_few: 'Faltam valores.',
  field_too_many: ({ limit }) => `Há mais de ${limit} valores.`,
  field_characters: 'O texto tem caracteres que não podem ser guardados.',
  field_duplicate: 'Outro registro já tem este valor.',
  field_not_found: 'O registro citado não existe.',
  field_immutable: 'Este valor não pode mais ser mudado.',
  field_conflicting: 'Não combina com os outros valores da linha.',
  field_invalid_template: 'Este valor não serve para o campo.',
  field_invalid: 'Este valor não serve para o campo.',
} satisfies Readonly<Record<string, Reason>>;

const typed: {
  readonly file: Readonly<Record<keyof typeof file, Reason>>;
  readonly value: Readonly<Record<keyof typeof value, Reason>>;
  readonly row: Readonly<Record<keyof typeof row, Reason>>;
  readonly otherRow: string;
} = { file, value, row, otherRow: 'Esta linha não pode ser importada.' };

export const words = typed;
export type ImportProblemWords = typeof words;
